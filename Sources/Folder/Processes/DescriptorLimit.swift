internal import Glibc

/// How many files and connections this process may have open.
public enum DescriptorLimit {
    /// Takes as many as the process may give itself. Shells start with a limit for programs that know only the first 1,024,
    /// so this is for processes that do without such libraries.
    public static func raise() {
        let kind = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        var limit = rlimit()
        guard getrlimit(kind, &limit) == 0 else { return }
        limit.rlim_cur = limit.rlim_max
        // Where it is refused, connections beyond the limit wait.
        _ = setrlimit(kind, &limit)
    }
}
