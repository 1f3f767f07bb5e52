/// What comes back while an order is carried out, one after the other; the last one is ``ended(_:)``.
enum Reply: Codable, Sendable {
    /// A line of the answer.
    case line(String)
    case complaint(String)
    case event(MirrorEvent)
    /// Bytes of all downloads so far.
    case received(Int64)
    case status(MirrorStatus)
    /// With the exit code.
    case ended(Int32)
}
