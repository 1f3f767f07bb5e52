import Foundation
import Glibc
import Testing

/// A file manager's window that is open while something is dropped: it shows what it is told of, in that order.
@Suite(.needsBinary) struct OpenWindowTests {
    enum Drop: CaseIterable {
        case link, copy, move
    }

    @Test(arguments: Drop.allCases) func `what was dropped stays in sight`(drop: Drop) async throws {
        let mirror = try await WatchedMirror(days: 24)
        let favorites = mirror.program.root + "/favorites"
        let window = inotify_init1(Int32(IN_NONBLOCK))
        defer { close(window) }
        let watched = inotify_add_watch(window, favorites, UInt32(IN_CREATE | IN_MOVE | IN_DELETE | IN_ONLYDIR))
        #expect(watched > 0)
        let pictures = mirror.pictures.filter { !$0.hasSuffix(".html") }.prefix(20)
        let names = Set(pictures.map { ($0 as NSString).lastPathComponent })
        for picture in pictures {
            let from = mirror.program.root + "/" + picture
            let to = favorites + "/" + (picture as NSString).lastPathComponent
            switch drop {
            case .link: try FileManager.default.createSymbolicLink(atPath: to, withDestinationPath: from)
            case .copy: try FileManager.default.copyItem(atPath: from, toPath: to)
            case .move: try FileManager.default.moveItem(atPath: from, toPath: to)
            }
        }
        try await eventually("every one is a link of the one form, and nothing else lies there") {
            let there = try FileManager.default.contentsOfDirectory(atPath: favorites)
            return Set(there.filter { $0 != ".apod-mirror" }) == names
                && names.allSatisfy { name in
                    let target = try? FileManager.default.destinationOfSymbolicLink(atPath: favorites + "/" + name)
                    return target?.hasPrefix("../") == true
                }
        }
        #expect(try shown(by: window).filter { !$0.hasPrefix(".") } == names)
        #expect(await mirror.end().code == 0)
    }

    private func shown(by window: CInt) throws -> Set<String> {
        var shown: Set<String> = []
        var bytes = [UInt8](repeating: 0, count: 1 << 20)
        let header = MemoryLayout<inotify_event>.size
        while case let count = read(window, &bytes, bytes.count), count > 0 {
            var start = 0
            while start < count {
                let event = bytes[start...].withUnsafeBytes { $0.loadUnaligned(as: inotify_event.self) }
                let name = bytes[(start + header)...].prefix(Int(event.len)).prefix { $0 != 0 }
                start += header + Int(event.len)
                #expect(event.mask & UInt32(IN_Q_OVERFLOW) == 0)
                if event.mask & UInt32(IN_CREATE | IN_MOVED_TO) != 0 {
                    shown.insert(String(decoding: name, as: UTF8.self))
                } else {
                    shown.remove(String(decoding: name, as: UTF8.self))
                }
            }
        }
        return shown
    }
}
