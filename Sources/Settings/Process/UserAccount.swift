internal import Glibc

/// A user of this machine, whose mirror it is.
package struct UserAccount: Equatable, Sendable {
    package var name: String
    package var user: UInt32
    package var group: UInt32
    package var home: String

    /// `nil` where this system has no user of that name.
    package static func named(_ name: String) -> UserAccount? {
        found { getpwnam_r(name, $0, $1, $2, $3) }
    }

    package static func ofProcess() -> UserAccount? { numbered(getuid()) }

    static func numbered(_ user: UInt32) -> UserAccount? {
        found { getpwuid_r(user, $0, $1, $2, $3) }
    }

    /// The user's own group if no other user is in it, as many systems make one for each user.
    package var groupOfOne: UInt32? {
        guard let entry = getgrgid(group), String(cString: entry.pointee.gr_name) == name else { return nil }
        var member = entry.pointee.gr_mem
        while let other = member?.pointee {
            if String(cString: other) != name { return nil }
            member = member?.successor()
        }
        // The group's list does not name the users whose primary group it is.
        return Self.all.contains { $0.group == group && $0.user != user } ? nil : group
    }

    /// Every user that this system lists, by number and primary group. A directory service may keep its users to itself.
    private static var all: [(user: UInt32, group: UInt32)] {
        var all: [(user: UInt32, group: UInt32)] = []
        setpwent()
        defer { endpwent() }
        while let entry = getpwent() { all.append((entry.pointee.pw_uid, entry.pointee.pw_gid)) }
        return all
    }

    private typealias Found = UnsafeMutablePointer<UnsafeMutablePointer<passwd>?>

    private static func found(
        _ lookUp: (UnsafeMutablePointer<passwd>, UnsafeMutablePointer<CChar>, Int, Found) -> CInt
    ) -> UserAccount? {
        var entry = passwd()
        var result: UnsafeMutablePointer<passwd>?
        return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 16_384) { buffer in
            guard let space = buffer.baseAddress, lookUp(&entry, space, buffer.count, &result) == 0, result != nil,
                let name = entry.pw_name, let home = entry.pw_dir
            else { return nil }
            return UserAccount(
                name: String(cString: name), user: entry.pw_uid, group: entry.pw_gid,
                home: AbsolutePath.normalised(String(cString: home)))
        }
    }
}

extension UserAccount {
    /// The user's name, or `user 1000` where there is none.
    package static func name(ofUser number: UInt32) -> String {
        numbered(number)?.name ?? "user \(number)"
    }
}

// MARK: - Groups

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

    /// Whether the user is in the group by its database; sessions that began earlier may not be.
    package func contains(_ account: UserAccount) -> Bool {
        var count: CInt = 1_024
        while true {
            var groups = [gid_t](repeating: 0, count: Int(count))
            if getgrouplist(account.name, account.group, &groups, &count) >= 0 {
                return groups.prefix(Int(count)).contains(number)
            }
            // The call has told the number of groups where there are more.
            guard count > groups.count else { return false }
        }
    }
}
