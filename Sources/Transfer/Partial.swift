/// The beginning of a file that an earlier transfer left behind.
public struct Partial: Sendable, Equatable {
    /// How many bytes of the file are good. Whatever lies behind them is cut off.
    public let bytes: Int64
    /// What tells this version of the file from others: the ``Announcement/validator`` of the earlier transfer.
    public let validator: String

    public init(bytes: Int64, validator: String) {
        self.bytes = bytes
        self.validator = validator
    }
}
