internal import CLinux
internal import Glibc

public enum RootsRights {
    /// Gives this process, which root has just started, to a user for good: without a terminal, and closed to that
    /// user's other processes, which can neither trace it nor read its memory or open files. Returns `false` when a
    /// step fails; the process must do nothing more then.
    public static func giveUp(to name: String, user: UInt32, group: UInt32) -> Bool {
        // setsid leaves the terminal, which takes input from every process of its session.
        guard setsid() >= 0, chdir("/") == 0, linux_refuse_new_rights() == 0, linux_hide_process() == 0 else {
            return false
        }
        // The user is changed last: without root's rights the groups can no longer be set.
        guard initgroups(name, group) == 0, setgid(group) == 0, setuid(user) == 0 else { return false }
        // Changing the user makes the process traceable again where fs.suid_dumpable says so.
        guard linux_hide_process() == 0 else { return false }
        return user == 0 || setuid(0) != 0
    }
}
