import Glibc

/// What the kernel tells of the names in a folder, in its order.
package final class HeardNames {
    package enum Event: Equatable {
        case came(String)
        case went(String)
    }

    private let descriptor: CInt

    package init(in folder: String) {
        descriptor = inotify_init1(CInt(IN_NONBLOCK | IN_CLOEXEC))
        let watch = inotify_add_watch(descriptor, folder, UInt32(IN_CREATE | IN_MOVE | IN_DELETE | IN_ONLYDIR))
        precondition(watch > 0, "\(folder) cannot be watched.")
    }

    deinit {
        close(descriptor)
    }

    /// All since the last time.
    package func events() -> [Event] {
        var events: [Event] = []
        var bytes = [UInt8](repeating: 0, count: 1 << 20)
        let header = MemoryLayout<inotify_event>.size
        while case let count = read(descriptor, &bytes, bytes.count), count > 0 {
            var start = 0
            while start < count {
                let event = bytes[start...].withUnsafeBytes { $0.loadUnaligned(as: inotify_event.self) }
                precondition(event.mask & UInt32(IN_Q_OVERFLOW) == 0, "More happened than can be told.")
                let rest = bytes[(start + header)...].prefix(Int(event.len))
                let name = String(decoding: rest.prefix { $0 != 0 }, as: UTF8.self)
                events.append(event.mask & UInt32(IN_CREATE | IN_MOVED_TO) == 0 ? .went(name) : .came(name))
                start += header + Int(event.len)
            }
        }
        return events
    }
}
