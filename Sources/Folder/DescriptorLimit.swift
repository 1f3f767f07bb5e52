internal import Glibc

/// The limit of files that this process may have open at once, sockets and pipes included.
///
/// A process that reaches the limit fails everywhere, in libraries too, and takes files it cannot open for missing or
/// damaged. So the limit is checked before anything is opened.
public enum DescriptorLimit {
    /// Raises the limit to 1,024, or as near to it as this user may; throws where that leaves fewer free descriptors
    /// than the process will open.
    ///
    /// - Parameter count: How many more files the process is going to open at once.
    public static func secure(_ count: Int) throws(TooFewDescriptors) {
        let number = CInt(RLIMIT_NOFILE.rawValue)
        var limit = rlimit()
        guard getrlimit(number, &limit) == 0 else { return }
        if limit.rlim_cur < usual {
            var raised = limit
            raised.rlim_cur = min(limit.rlim_max, usual)
            if setrlimit(number, &raised) == 0 { limit = raised }
        }
        var free = 0
        for descriptor in 0..<CInt(clamping: limit.rlim_cur) where free < count {
            if fcntl(descriptor, F_GETFD) < 0 { free += 1 }
        }
        if free < count { throw TooFewDescriptors(limit: Int(clamping: limit.rlim_cur), needed: count) }
    }

    /// Raises the limit as far as the process may. Shells set a low limit for programs that use only descriptors below
    /// 1,024, so this is for processes without such libraries.
    public static func raise() {
        let number = CInt(RLIMIT_NOFILE.rawValue)
        var limit = rlimit()
        guard getrlimit(number, &limit) == 0 else { return }
        limit.rlim_cur = limit.rlim_max
        // Connections beyond the limit wait where raising is refused.
        _ = setrlimit(number, &limit)
    }

    /// How many files this process may have open at once.
    public static var current: Int {
        var limit = rlimit()
        guard getrlimit(CInt(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return Int(usual) }
        return Int(clamping: limit.rlim_cur)
    }

    /// Linux's default limit.
    private static let usual: rlim_t = 1_024
}

public struct TooFewDescriptors: Error, Equatable, CustomStringConvertible {
    let limit: Int
    let needed: Int

    public var description: String {
        "This process may have only \(limit) files open at once, and apod-mirror takes up to \(needed) of its own. "
            + DescriptorLimit.remedy
    }
}

extension DescriptorLimit {
    static let remedy = "Raise the limit: ulimit -n 1024 in a shell, LimitNOFILE=1024 in a unit."
}
