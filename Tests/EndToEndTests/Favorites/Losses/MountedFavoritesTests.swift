import Foundation
import TestSupport
import Testing

/// A disk that is mounted where favorites lie hides them; it does not remove them.
@Suite(.needsBinary, .needsMount) struct MountedFavoritesTests {
    /// A bench whose keeper lives where only it sees what is mounted.
    private func bench() async throws -> (bench: LossBench, holder: Command) {
        let holder = try Command([
            "unshare", "--mount", "sh", "-c", "mount -t tmpfs none /mnt && umount /mnt && echo mounted && exec cat",
        ])
        try #require(holder.firstWords() == "mounted\n")
        let pid = "\(holder.identifier)"
        let bench = try await LossBench(
            days: 8, wrapper: ["nsenter", "--mount", "--target", pid], seenBelow: "/proc/\(pid)/root")
        try bench.plantFavorites(6)
        return (bench, holder)
    }

    /// That something is mounted is no event: it is seen when something else happens.
    /// cp refuses a file that the keeper replaces just then.
    private static let hint =
        "until cp favorites.json ../same 2>/dev/null; do sleep 0.01; done; mv ../same favorites.json"

    @Test(arguments: ["favorites", "favorites/Moons"], [true, false])
    func `a mount comes and goes, and every favorite stays`(place: String, isRunning: Bool) async throws {
        let (bench, holder) = try await bench()
        try bench.startKeeper()
        try await bench.drop(ServedDays.ago(6))
        if !isRunning { try await bench.stopKeeper() }
        try await bench.shell("mount -t tmpfs none \(place)")
        if !isRunning { try bench.startKeeper() }
        try await bench.shell(Self.hint)
        if place == "favorites" {
            // In another folder they get their links again.
            try await bench.expectAllKept("while it is mounted")
        }
        // A link that comes makes sure that it was looked at.
        try bench.link(ServedDays.ago(7))
        try await bench.shell(Self.hint)
        try await eventually("the link is persisted") {
            let added = try? Persisted(root: bench.root).favorites[ServedDays.ago(7)]?.added
            bench.added[ServedDays.ago(7)] = added
            return added != nil
        }
        #expect(try Persisted(root: bench.root).removed.isEmpty)
        if !isRunning { try await bench.stopKeeper() }
        // A pass may look into it just then.
        try await bench.shell("for try in $(seq 100); do umount \(place) && exit; sleep 0.05; done; exit 1")
        if !isRunning { try bench.startKeeper() }
        try await bench.shell(Self.hint)
        try await bench.expectAllKept("when it is gone")
        try await bench.stopKeeper()
        holder.finish()
    }
}
