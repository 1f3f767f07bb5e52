/// The destination of a body.
protocol Receiver: AnyObject {
    /// Headers that the destination adds to the next attempt.
    var headers: [(name: String, value: String)] { get }
    /// The value of `Accept-Encoding` that curl sends.
    var acceptEncoding: String { get }
    /// Decides by an answer's head whether its body is wanted.
    func begin(_ head: Head, from url: String) throws(TransferError) -> Verdict
    /// Takes the next bytes of a wanted body; returns whether it wants more.
    func receive(_ bytes: UnsafeRawBufferPointer) throws(TransferError) -> Bool
    /// Completes the answer; also called when the body was not wanted.
    func finish(_ answer: inout TransferResult) throws(TransferError)
    /// The bytes received and expected, for the error of a truncated body.
    var progress: (got: Int64, expected: Int64?) { get }
}

enum Verdict {
    /// The body is wanted.
    case take
    /// The body is not wanted; the head is enough.
    case ignore
    /// The request is to be repeated, with the receiver's headers as they are now.
    case askAgain
}

/// Keeps a body in memory, whatever the status.
final class MemoryReceiver: Receiver {
    private let limit: Int64
    private let takesBeginning: Bool
    private var url = ""
    private var body: [UInt8] = []
    private var expected: Int64?

    init(_ request: Request) {
        limit = request.maximumBytes
        takesBeginning = request.takesBeginning
    }

    var headers: [(name: String, value: String)] { [] }
    var acceptEncoding: String { "gzip, deflate" }
    var progress: (got: Int64, expected: Int64?) { (Int64(body.count), expected) }

    func begin(_ head: Head, from url: String) throws(TransferError) -> Verdict {
        self.url = url
        let length = head.headers.contentLength
        // A 304 gives the length of the body that it does not send.
        guard head.status != 304, head.status != 204 else { return .ignore }
        if let length, length > limit, !takesBeginning { throw .tooLarge(url: url, limit: limit) }
        if !head.headers.isEncoded { expected = length }
        return .take
    }

    func receive(_ bytes: UnsafeRawBufferPointer) throws(TransferError) -> Bool {
        let room = Int(limit) - body.count
        guard bytes.count <= room || takesBeginning else { throw .tooLarge(url: url, limit: limit) }
        body.append(contentsOf: bytes.prefix(room))
        return bytes.count < room || !takesBeginning
    }

    func finish(_ answer: inout TransferResult) throws(TransferError) {
        answer.body = body
    }
}
