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

    /// The group's name, or `group 1000` where it has none.
    package static func name(of number: UInt32) -> String {
        getgrgid(number).map { String(cString: $0.pointee.gr_name) } ?? "group \(number)"
    }

    /// Whether the person is in the group by its database; sessions that began earlier may not be.
    package func contains(_ person: Person) -> Bool {
        var count: CInt = 1_024
        var groups = [gid_t](repeating: 0, count: Int(count))
        guard getgrouplist(person.name, person.group, &groups, &count) >= 0 else { return false }
        return groups.prefix(Int(count)).contains(number)
    }
}
