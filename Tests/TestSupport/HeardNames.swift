import Glibc

/// What the kernel tells of the names in a folder, and of itself, in its order.
package final class HeardNames {
    package enum Event: Equatable {
        case came(String)
        case went(String)
        /// Something of the folder itself is other than it was.
        case folder
    }

    private let descriptor: CInt

    package init(in folder: String) {
        descriptor = inotify_init1(CInt(IN_NONBLOCK | IN_CLOEXEC))
        let all = UInt32(IN_CREATE | IN_MOVE | IN_DELETE | IN_ATTRIB | IN_ONLYDIR)
        let watch = inotify_add_watch(descriptor, folder, all)
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
                switch event.mask {
                case let mask where mask & UInt32(IN_CREATE | IN_MOVED_TO) != 0: events.append(.came(name))
                case let mask where mask & UInt32(IN_MOVED_FROM | IN_DELETE) != 0: events.append(.went(name))
                default: if event.len == 0 { events.append(.folder) }
                }
                start += header + Int(event.len)
            }
        }
        return events
    }
}
