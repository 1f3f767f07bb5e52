/// How often a daemon compares everything with its sums.
package enum VerifyInterval: String, CaseIterable, Sendable {
    case monthly, weekly, off

    /// The interval in seconds; `nil` for never.
    package var length: Int? {
        switch self {
        case .monthly: 30 * 86_400
        case .weekly: 7 * 86_400
        case .off: nil
        }
    }
}
