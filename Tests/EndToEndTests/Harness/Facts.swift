import Foundation

struct HarnessError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}

/// Something that becomes known once.
final class Fact<Value: Sendable>: @unchecked Sendable {
    // Foundation's lock, because the thread sanitizer knows it. It guards both variables.
    private let lock = NSLock()
    private var known: Value?
    private var waiting: [Int: CheckedContinuation<Value?, Never>] = [:]
    private var count = 0

    func settle(_ value: Value) {
        let waiting = lock.withLock {
            known = value
            defer { self.waiting = [:] }
            return self.waiting
        }
        waiting.values.forEach { $0.resume(returning: value) }
    }

    var isSettled: Bool { lock.withLock { known != nil } }

    /// `nil` when it has not become known in time.
    func value(within patience: Duration) async -> Value? {
        let number = lock.withLock {
            count += 1
            return count
        }
        let limit = Task {
            try await Task.sleep(for: patience)
            lock.withLock { waiting.removeValue(forKey: number) }?.resume(returning: nil)
        }
        defer { limit.cancel() }
        return await withCheckedContinuation { continuation in
            let known = lock.withLock {
                if self.known == nil { waiting[number] = continuation }
                return self.known
            }
            if let known { continuation.resume(returning: known) }
        }
    }
}

/// What a process has printed so far.
final class Transcript: @unchecked Sendable {
    // Guards the bytes.
    private let lock = NSLock()
    private var bytes: [UInt8] = []

    func append(_ more: ArraySlice<UInt8>) {
        lock.withLock { bytes += more }
    }

    var text: String { lock.withLock { String(decoding: bytes, as: UTF8.self) } }

    var lineCount: Int { lock.withLock { bytes.count { $0 == UInt8(ascii: "\n") } } }
}

/// Awaits a fact that nothing announces, by looking again and again. It comes soon or never: the patience is there so that
/// what is broken ends. A look that takes long is followed by a longer pause: dozens of tests that only look would leave what they wait for no processor.
func eventually(
    _ what: String, every pause: Duration = .milliseconds(2), within patience: Duration = .seconds(180),
    _ isSo: () async throws -> Bool
) async throws {
    let limit = ContinuousClock.now + patience
    while true {
        let began = ContinuousClock.now
        if try await isSo() { return }
        let now = ContinuousClock.now
        guard now < limit else { throw HarnessError("it never came: \(what)") }
        try await Task.sleep(for: max(pause, min(.milliseconds(500), began.duration(to: now) * 4)))
    }
}
