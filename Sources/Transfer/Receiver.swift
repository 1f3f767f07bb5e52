/// Where a body goes.
protocol Receiver: AnyObject {
    /// Headers of its own for the next attempt.
    var headers: [(name: String, value: String)] { get }
    /// What curl offers as `Accept-Encoding`.
    var acceptEncoding: String { get }
    /// Judges an answer by its head.
    func begin(_ head: Head, from url: String) throws(TransferError) -> Verdict
    /// Takes the next bytes of a body it wanted; returns whether it wants more.
    func receive(_ bytes: UnsafeRawBufferPointer) throws(TransferError) -> Bool
    /// Completes the answer; also called when the body was not wanted.
    func finish(_ answer: inout Answer) throws(TransferError)
    /// How much of how much there is, for the report of a truncated body.
    var progress: (got: Int64, expected: Int64?) { get }
}

enum Verdict {
    /// The body is what was asked for.
    case take
    /// The head says it all.
    case ignore
    /// Ask again, with the headers as they are now.
    case askAgain
}
