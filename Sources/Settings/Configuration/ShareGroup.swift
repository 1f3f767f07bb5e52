internal import Glibc

/// The group whose members may add favorites.
package struct ShareGroup: Equatable, Sendable {
    package var name: String
    package var number: UInt32

    /// `nil` where this system has no such group.
    package static func named(_ name: String) -> ShareGroup? {
        if let number = UInt32(name) { return ShareGroup(name: name, number: number) }
        return getgrnam(name).map { ShareGroup(name: name, number: $0.pointee.gr_gid) }
    }

    /// What a group number stands for, as people call it.
    package static func name(of number: UInt32) -> String {
        getgrgid(number).map { String(cString: $0.pointee.gr_name) } ?? "group \(number)"
    }

    /// As the group database has it now; whoever is logged in since before may not have it yet.
    package func contains(_ person: Person) -> Bool {
        var count: CInt = 1_024
        var groups = [gid_t](repeating: 0, count: Int(count))
        guard getgrouplist(person.name, person.group, &groups, &count) >= 0 else { return false }
        return groups.prefix(Int(count)).contains(number)
    }
}
