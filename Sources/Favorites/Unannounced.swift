internal import Days
internal import Folder

/// Changes of which windows are told once more, when those that were reading their folders meanwhile are done.
struct Unannounced {
    /// Days whose pictures came back to their months.
    private(set) var returned: Set<Day> = []
    /// The last albums in which something was tidied.
    private(set) var tidied: [FilePath] = []
    /// When the last of these changes happened.
    private(set) var since = Duration.zero

    var isEmpty: Bool { returned.isEmpty && tidied.isEmpty }

    mutating func note(returned days: some Collection<Day>, at now: Duration) {
        if days.isEmpty { return }
        returned.formUnion(days)
        since = now
    }

    mutating func note(tidied albums: [FilePath], at now: Duration) {
        if albums.isEmpty { return }
        tidied = (tidied.filter { !albums.contains($0) } + albums).suffix(Self.openWindows)
        since = now
    }

    /// Users hardly have more windows open. An announced album is flushed once more, which takes long for thousands.
    private static let openWindows = 16

    /// Removes and returns `count` days at most, and all albums.
    mutating func take(_ count: Int) -> (returned: Set<Day>, tidied: [FilePath]) {
        let part = (returned: Set(returned.prefix(count)), tidied: tidied)
        returned.subtract(part.returned)
        tidied = []
        return part
    }
}
