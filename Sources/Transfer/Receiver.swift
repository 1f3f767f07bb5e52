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
    func finish(_ answer: inout Answer) throws(TransferError)
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
