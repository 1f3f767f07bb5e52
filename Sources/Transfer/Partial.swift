/// The beginning of a file that an earlier transfer left behind.
public struct Partial: Sendable, Equatable {
    /// How many bytes of the file are good. Whatever lies behind them is cut off.
    public let bytes: Int64
    /// What tells this version of the file from others: the ``Announcement/validator`` of the earlier transfer.
    public let validator: String
    /// How long the whole file is, if the earlier transfer was told: one of another length is another file, whatever its
    /// validator says.
    public let length: Int64?

    public init(bytes: Int64, validator: String, length: Int64? = nil) {
        self.bytes = bytes
        self.validator = validator
        self.length = length
    }

    /// Whether what an answer says is about another file than the one this is a part of.
    func isContradicted(by headers: Headers, length told: Int64?) -> Bool {
        if headers.isEncoded || headers.contradicts(validator) { return true }
        guard let length, let told else { return false }
        return length != told
    }
}
