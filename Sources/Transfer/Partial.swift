/// The beginning of a file that an earlier transfer left behind.
public struct Partial: Sendable, Equatable {
    /// The number of good bytes at the file's beginning; bytes behind them are cut off.
    public let bytes: Int64
    /// The mark of this version of the file: the ``Announcement/validator`` of the earlier transfer.
    public let validator: String
    /// The whole file's length, if the earlier transfer was told it. A file of another length is another file, whatever
    /// its validator says.
    public let length: Int64?

    public init(bytes: Int64, validator: String, length: Int64? = nil) {
        self.bytes = bytes
        self.validator = validator
        self.length = length
    }

    /// Whether an answer is about another file than the one that this is a part of.
    func isContradicted(by headers: Headers, length told: Int64?) -> Bool {
        if headers.isEncoded || headers.contradicts(validator) { return true }
        guard let length, let told else { return false }
        return length != told
    }
}
