import Foundation
import SampleNASA
import Testing

/// One thing that people do in `favorites/`, what it means and what is left behind: a row of the design's table.
///
/// Scripts run in the mirror's root and know the days by ``KnownDay``; so do the paths here, which are below
/// `favorites/`.
struct Gesture: Sendable, CustomTestStringConvertible {
    let name: String
    /// What lay there already when the gesture is made, and as what.
    var before = ""
    var linksBefore: [String: KnownDay] = [:]
    let act: String
    /// Links to these days' files, each relative and leading there.
    var links: [String: KnownDay] = [:]
    /// The owner's own: what it holds, or `-> ` and where it leads.
    var untouched: [String: String] = [:]
    /// Those of them that are favorites all the same.
    var favorites: [String: KnownDay] = [:]
    /// Days that were favorites before.
    var removed: [KnownDay] = []
    /// What is told of an entry, once.
    var refused: [String: String] = [:]
    /// What NASA does at the same time.
    var news: (@Sendable (SampleNASA) -> Void)?

    var testDescription: String { name }

    static let all = (links + pictures + shortcuts + todays + wanted + changes + removals + foreign)
        .filter { !$0.act.hasPrefix("gio ") || canTrash }

    /// Also needs a disk of its own: `gio` trashes nothing on a tmpfs.
    static let canTrash = FileManager.default.isExecutableFile(atPath: "/usr/bin/gio")
}
