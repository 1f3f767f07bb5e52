internal import CLinux
internal import Glibc

/// The rights of root, and how a process gives them up.
public enum RootsRights {
    /// Makes this process a user's for good, with no terminal, and closed to that user's other processes: they cannot
    /// trace it, nor read its memory or take what it has open. For a process that root has just started. `false` when
    /// any of it fails, after which nothing may be done any more.
    public static func giveUp(to name: String, user: UInt32, group: UInt32) -> Bool {
        // A terminal takes words from every process of its session.
        guard setsid() >= 0, chdir("/") == 0, linux_refuse_new_rights() == 0, linux_hide_process() == 0 else {
            return false
        }
        // The user last: without root's rights there is no other group any more.
        guard initgroups(name, group) == 0, setgid(group) == 0, setuid(user) == 0 else { return false }
        // A change of the user opens the process again where the machine is told so (fs.suid_dumpable).
        guard linux_hide_process() == 0 else { return false }
        return user == 0 || setuid(0) != 0
    }
}
