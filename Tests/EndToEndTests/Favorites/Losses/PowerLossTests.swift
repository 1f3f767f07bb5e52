import Foundation
import TestSupport
import Testing

/// The power fails right after `favorites.json` says that something is a favorite: it is one when the power is back.
@Suite(.onlyInAll("disks"), .needsBinary, .serialized, .timeLimit(.minutes(10))) struct PowerLossTests {
    /// By turns: a link at the top, one in a new album, a picture that is moved in, a copy, a hard link.
    private static let ways = [
        "ln -s \"$PWD/$p\" favorites/", "mkdir favorites/$n && ln -s \"$PWD/$p\" favorites/$n/", "mv \"$p\" favorites/",
        "cp \"$p\" favorites/", "mkdir -p favorites/Linked/$n && ln \"$p\" favorites/Linked/$n/",
    ]

    @Test(.enabled(if: BlockDisk.missing.isEmpty, "no disk can be had here with \(BlockDisk.missing)"))
    func `a disk of every kind loses its power`() {
        #expect(BlockDisk.types.count == 3)
    }

    @Test(.enabled(if: !BlockDisk.types.isEmpty, "needs disks of its own, as root"), arguments: BlockDisk.types)
    func `what is persisted survives a power cut`(type: String) async throws {
        let count = Abilities.isLong ? 25 : 5
        let program = try Program(ServedDays.last(count))
        let disk = try BlockDisk(type, mountedOn: program.root, in: program.folder)
        let bench = try await LossBench(program, days: count, wrapper: disk.wrapper, seenBelow: disk.prefix)
        try bench.startKeeper()
        var moments: [Moment] = []
        for number in 0..<count {
            let (day, way) = (ServedDays.ago(number), Self.ways[number % Self.ways.count])
            try await bench.shell("p=\"\(bench.pictures[day] ?? "")\" n=\(number)\n" + way)
            try await eventually("\(day) is in favorites.json") {
                guard let found = try? Persisted(root: bench.root), found.favorites[day] != nil else { return false }
                try disk.keep(as: "just \(number)")
                // It shows before it is durable; that it is a favorite is sure, since the link is.
                moments.append(Moment(name: "just \(number)", added: bench.added, anew: [day]))
                return true
            }
            // The marker follows when favorites.json is durable.
            let found = try await bench.settled("\(day) is persisted") { $0.favorites[day] != nil }
            try disk.keep(as: "then \(number)")
            bench.added = found.favorites.mapValues(\.added)
            moments.append(Moment(name: "then \(number)", added: bench.added))
        }
        try await bench.expectAllKept()
        try await bench.stopKeeper()
        let pictures = try files(bench)
        for moment in moments {
            try await disk.mount(moment.name)
            bench.added = moment.added
            let before = try? Persisted(root: bench.root)
            try bench.startKeeper()
            // Of a copy only the name may be left: its bytes are for whoever copied it to flush. It is a favorite, and
            // a file of the owner's.
            let copied = (0..<count).filter { Self.ways[$0 % Self.ways.count].hasPrefix("cp") }.map {
                ServedDays.ago($0)
            }
            let wanted = moment.added.keys + moment.anew
            let found = try await bench.settled("\(moment.name) of \(type) is settled") { found in
                wanted.allSatisfy { found.favorites[$0] != nil } && bench.haveLinks(found, except: moment.anew + copied)
            }
            // What was on the disk counts, too.
            for day in moment.anew {
                bench.added[day] = (before ?? found).favorites[day]?.added ?? found.favorites[day]?.added
            }
            bench.expectKept(found, "\(moment.name) of \(type)")
            try await eventually("every picture stands where it belongs, \(moment.name) of \(type)") {
                (try? files(bench)) == pictures
            }
            try await bench.stopKeeper()
        }
    }

    /// What a copy of the disk must know.
    private struct Moment {
        var name: String
        /// When each favorite was added that had become durable.
        var added: [String: String]
        /// Those that were about to.
        var anew: [String] = []
    }

    /// The bytes of every mirrored picture, by its path.
    private func files(_ bench: LossBench) throws -> [String: Data] {
        try bench.pictures.values.reduce(into: [:]) { files, path in
            files[path] = try Data(contentsOf: URL(filePath: bench.root + "/" + path))
        }
    }
}
