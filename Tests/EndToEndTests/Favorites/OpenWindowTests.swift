import Foundation
import TestSupport
import Testing

/// A file manager's window that is open while something is dropped: it shows what it is told of, in that order.
@Suite(.needsBinary) struct OpenWindowTests {
    enum Drop: CaseIterable {
        case link, copy, move
    }

    @Test(arguments: Drop.allCases) func `what was dropped stays in sight`(drop: Drop) async throws {
        let mirror = try await WatchedMirror(days: 24)
        let favorites = mirror.program.root + "/favorites"
        let window = HeardNames(in: favorites)
        let pictures = mirror.pictures.filter { !$0.hasSuffix(".html") }.prefix(20)
        let names = Set(pictures.map { ($0 as NSString).lastPathComponent })
        #expect(names.count == 20)
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
        var heard = window.events()
        var shown: Set<String> = []
        for event in heard {
            switch event {
            case .came(let name): shown.insert(name)
            case .went(let name): shown.remove(name)
            case .folder: break
            }
        }
        #expect(shown.filter { !$0.hasPrefix(".") } == names)
        // One that read the folder meanwhile has seen names that went before it could show them, and reads it anew.
        try await eventually("the folder changes itself, after all else") {
            heard += window.events()
            return heard.last == .folder
        }
        #expect(await mirror.end().code == 0)
    }
}
