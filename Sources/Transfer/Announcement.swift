/// A server's statement about a file, before its bytes.
public struct Announcement: Sendable, Equatable {
    /// A strong entity tag, else `Last-Modified`; `nil` when this file cannot be resumed.
    public let validator: String?
    /// The length of the whole file, if it was told.
    public let length: Int64?

    public init(validator: String?, length: Int64?) {
        self.validator = validator
        self.length = length
    }
}
