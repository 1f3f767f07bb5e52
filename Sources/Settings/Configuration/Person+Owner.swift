internal import Glibc

extension Person {
    /// Who a user number stands for, as people call them.
    package static func name(ofUser number: UInt32) -> String {
        numbered(number)?.name ?? "user \(number)"
    }
}
