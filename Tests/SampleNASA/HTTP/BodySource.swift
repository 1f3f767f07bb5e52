import Glibc

/// Hands one body to the connection piece by piece, with the mishaps its delivery asks for. Used by one connection's
/// thread only.
final class BodySource {
    private let body: [UInt8]
    private let delivery: Answer.Delivery
    private let stop: StopSignal
    private let socket: Int32
    private let sent: (Int) -> Void
    private var hasStalled = false

    init(_ answer: Answer, stop: StopSignal, socket: Int32, sent: @escaping (Int) -> Void) {
        body = answer.body
        delivery = answer.delivery
        self.stop = stop
        self.socket = socket
        self.sent = sent
    }

    enum Piece { case bytes(Int), end, failure }

    func read(at position: Int, into buffer: UnsafeMutableRawBufferPointer) -> Piece {
        var limit = body.count
        switch delivery {
        case .whole, .chunked, .hangingUp, .resetting, .keepingSilent:
            break
        case .announcing:
            // Called once more than there are bytes: more were announced.
            if position >= limit { return .failure }
        case .endingAfter(let count):
            limit = min(limit, count)
            if position >= limit, limit < body.count { return .failure }
        case .stalling(let after, let seconds):
            if position < after { limit = min(limit, after) }
            if position >= after, !hasStalled {
                hasStalled = true
                guard stop.sleep(seconds: seconds, socket: socket) else { return .failure }
            }
        case .gated(let after, let gate):
            if position < after { limit = min(limit, after) }
            if position >= after, !hasStalled {
                hasStalled = true
                guard gate.pass(stop, socket: socket) else { return .failure }
            }
        case .dripping(let rate):
            let drip = Drip(bytesPerSecond: rate)
            limit = min(limit, position + drip.bytes)
            guard stop.sleep(seconds: drip.seconds, socket: socket) else { return .failure }
        }
        guard position < limit else { return .end }
        let count = min(buffer.count, limit - position)
        body.withUnsafeBytes { bytes in
            buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[position..<position + count]))
        }
        sent(count)
        return .bytes(count)
    }
}
