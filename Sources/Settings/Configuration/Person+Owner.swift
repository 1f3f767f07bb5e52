internal import Glibc

extension Person {
    /// The user's name, or `user 1000` where there is none.
    package static func name(ofUser number: UInt32) -> String {
        numbered(number)?.name ?? "user \(number)"
    }
}
