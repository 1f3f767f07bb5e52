@testable import Commands

/// Compares commands with all that they were given.
func == (left: any Action, right: any Action) -> Bool { left.equals(right) }

extension Action {
    fileprivate func equals(_ other: any Action) -> Bool { other as? Self == self }
}
