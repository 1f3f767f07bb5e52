import Foundation
import Glibc
import SampleNASA
import Testing

/// An entry that becomes another one while the keeper looks at it, hundreds of times.
@Suite(.needsBinary) struct SwappedEntryTests {
    /// Swaps two names, or takes one that is free; both as one step.
    private typealias Rename =
        @convention(c) (CInt, UnsafePointer<CChar>, CInt, UnsafePointer<CChar>, CUnsignedInt) -> CInt
    private static let exchange: CUnsignedInt = 2
    private static let noReplace: CUnsignedInt = 1

    @Test func `no file of the owner's is lost or changed`() async throws {
        let symbol = try #require(dlsym(nil, "renameat2"))
        let rename = unsafeBitCast(symbol, to: Rename.self)
        try await Slots.keepers.taking {
            let mirror = try await KeptMirror()
            let (root, stock) = (mirror.program.root, mirror.program.folder + "/stock")
            let picture = try Data(contentsOf: URL(filePath: "\(root)/\(KnownDay.one.path)"))
            try FileManager.default.createDirectory(atPath: stock, withIntermediateDirectories: false)
            try mirror.startKeeper()
            try await mirror.shell(
                #"ln -s "$PWD/$LAST" favorites/last; ln -s "$PWD/$TWO" favorites/a; cp "$ONE" favorites/b"#)
            try await isKept(.last, true, mirror)

            var own: Set<Data> = []
            for round in 0..<400 {
                let made = "\(stock)/\(round)"
                switch round % 4 {
                case 0: try picture.write(to: URL(filePath: made))
                case 1: _ = symlink("\(root)/\(KnownDay.allCases[round / 4 % 4].path)", made)
                // As long as the picture, or short.
                default:
                    var bytes = Data("the owner's \(round) ".utf8)
                    if round % 4 == 2 { bytes += Data(repeating: 0x2E, count: picture.count - bytes.count) }
                    own.insert(bytes)
                    try bytes.write(to: URL(filePath: made))
                }
                let entry = "\(root)/favorites/\(round % 3 == 0 ? "a" : "b")"
                if rename(AT_FDCWD, made, AT_FDCWD, entry, Self.exchange) != 0 {
                    #expect(
                        rename(AT_FDCWD, made, AT_FDCWD, entry, Self.noReplace) == 0, "round \(round): \(errno)"
                    )
                }
                // Now and then the keeper gets to the end of its step.
                if round % 16 == 0 {
                    await Task.yield()
                } else if round % 5 == 0 {
                    usleep(useconds_t(round % 7) * 500)
                }
            }
            #expect(own.count == 200)
            // By then every pass over the last of them is through.
            try await mirror.shell("rm favorites/last")
            try await isKept(.last, false, mirror)
            _ = try await mirror.stopKeeper()

            var found: Set<Data> = []
            for folder in [stock, root + "/favorites"] {
                for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
                    let path = folder + "/" + name
                    guard (try? FileManager.default.destinationOfSymbolicLink(atPath: path)) == nil else {
                        continue
                    }
                    found.insert(try Data(contentsOf: URL(filePath: path)))
                    // One that came between two swaps of the keeper's own lost its name to the next.
                    let isVisible = ["a", "b", ".apod-mirror"].contains(name) || name.hasPrefix("Found again ")
                    #expect(folder == stock || isVisible, "\(name)")
                }
            }
            #expect(own.subtracting(found).map { String(decoding: $0.prefix(20), as: UTF8.self) } == [])
            let files = try await MirrorFiles(mirror.program)
            for known in KnownDay.allCases where known.isMirrored {
                guard let published = known.published(at: mirror.program.server) else { continue }
                #expect(files.files[known.path]?.bytes == Data(published), "\(known)")
            }
            #expect(files.visible.count == KnownDay.allCases.count { $0.isMirrored })
        }
    }
}
