internal import Belief
package import Days
package import Folder
internal import Hashing
package import MirrorTree
package import Pictures
package import Transfer

/// Opens and reads files for a pass while its downloads run.
///
/// The actor has a thread of its own: on the archive's, each call would wait for the flush of a commit, and the network would
/// stand still meanwhile.
package actor Incoming {
    private nonisolated let thread = FileThread()
    private let tree: Tree

    package nonisolated var unownedExecutor: UnownedSerialExecutor {
        thread.asUnownedSerialExecutor()
    }

    package init(_ tree: Tree) {
        self.tree = tree
    }

    /// The file a day's picture is fetched into.
    package func part(for day: Day, url: String) throws -> Part {
        let (name, folder) = (Part.name(day), try tree.incoming())
        if try folder.status(name) != nil {
            if let part = try Part(name, goingOnWith: folder.openToAppend(name), url: url) { return part }
            // A file that is not gone on with may have another name, and is somebody's then.
            try folder.remove(name)
        }
        return Part(name, file: try folder.openToAppend(name))
    }

    /// Gives a file from elsewhere the place of a day's download.
    ///
    /// - Parameter linking: whether it may be a second name of that very file, where it is this user's own.
    package func adopt(_ source: OpenFile, for day: Day, linking: Bool) throws -> Part {
        let (name, folder) = (Part.name(day), try tree.incoming())
        try folder.remove(name)
        if linking, try source.isOursAlone, try folder.link(source, as: name), let file = try folder.open(name) {
            return Part(name, file: file)
        }
        return Part(name, file: try Saver(through: folder).stage(copyOf: source, as: name).file)
    }

    /// The SHA-256 of a file, read on this actor's thread.
    package func sum(of file: OpenFile) throws -> String {
        try SHA256.hash(file: file.descriptor)
    }

    /// Gives a file that may be somebody's the rights of the mirror's own.
    package func own(_ part: Part) throws {
        try part.file.adopt(into: tree.incoming())
    }

    /// Removes a part that turned out to be no picture, or one that is not wanted.
    package func discardPart(for day: Day) throws {
        try tree.incoming().remove(Part.name(day))
    }

    /// Recognises a finished download and proves it whole; throws ``PictureDefect``.
    package func inspect(_ part: Part) throws -> PictureFacts {
        try PictureFacts(inspecting: part.file)
    }

    package func freeBytes() throws -> Int64 {
        try tree.root.freeBytes()
    }

    /// A day as it stands in its month at this moment.
    package func storedDay(_ day: Day) throws -> StoredDay {
        let month = try tree.root.folder(Tree.monthPath(day))
        return try StoredDay(day, month: month, metadata: try month?.folder("metadata"))
    }

    /// Whether the day's picture is the very one that was stored.
    package func isWhole(_ day: Day) -> Bool {
        tree.checkPicture(day) == nil
    }

    package func open(_ day: Day, _ name: String) throws -> OpenFile? {
        try tree.root.open(Tree.monthPath(day).appending(FilePath(name)))
    }

    /// The file of that sum that stands for a day: under the name in its JSON, or alone under another of the day's.
    package func standing(_ stored: StoredDay, sum: String) throws -> (name: String, file: OpenFile)? {
        for name in [stored.sealed?.visibleName, stored.onlyFile?.text].compactMap(\.self) {
            if let file = try open(stored.day, name), file.hasSum(sum) { return (name, file) }
        }
        return nil
    }

    /// A fetched file that waits in `incoming/`.
    package func open(part: FilePath) throws -> OpenFile? {
        try tree.incoming().open(part)
    }

    /// A neighbouring day whose picture has the very bytes of this day's, and came from another address.
    package func twin(of picture: Metadata.Picture, day: Day, among neighbours: Set<Day>) -> Day? {
        neighbours.filter { $0 != day && abs($0.distance(to: day)) <= Limits.twins }.sorted().first { other in
            guard let stored = (try? tree.metadata(other))?.mirror.picture else { return false }
            return stored.sha256 == picture.sha256 && stored.published != picture.published
        }
    }

    /// The poster inside the page that stands for a day.
    package func poster(of day: Day) -> VideoPage.Poster? {
        guard let name = (try? tree.metadata(day))?.visibleName, name.hasSuffix(".\(VideoPage.suffix)"),
            let page = try? open(day, name)
        else { return nil }
        return try? VideoPage.poster(in: page)
    }
}

/// A download that is under way or was interrupted.
package struct Part: Sendable {
    package let name: FilePath
    package let file: OpenFile
    /// The bytes that are there already and what they are a part of; `nil` when the download begins anew.
    package let resumable: Partial?

    private static let attribute = "user.apod-mirror.partial"

    package static func name(_ day: Day) -> FilePath {
        FilePath("\(day)\(suffix)")
    }

    /// The day whose download a file of that name is; `nil` for any other file.
    static func day(of name: String) -> Day? {
        name.hasSuffix(suffix) ? Day(name.dropLast(suffix.count)) : nil
    }

    private static let suffix = ".part"

    /// Records what the bytes to come are, so that an interrupted download can go on. On a file system without extended
    /// attributes the download begins anew instead.
    package func record(url: String, _ announcement: Announcement) {
        guard let validator = announcement.validator else { return file.removeAttribute(Self.attribute) }
        let length = announcement.length.map { "\($0)" } ?? Self.unknown
        file.setAttribute(Self.attribute, "\(Boot.id)\n\(url)\n\(length)\n\(validator)")
    }

    private static let unknown = "*"

    /// Removes the attribute from a whole picture, which is no longer a part.
    static func settle(_ file: OpenFile) {
        file.removeAttribute(attribute)
    }

    /// A file that is new, or whole already.
    init(_ name: FilePath, file: OpenFile) {
        (self.name, self.file, resumable) = (name, file, nil)
    }

    /// `nil` where the file's bytes are of no download from that address that can be gone on with.
    init?(_ name: FilePath, goingOnWith file: OpenFile, url: String) throws {
        self.name = name
        self.file = file
        let note = file.attribute(Self.attribute)?.split(separator: "\n", maxSplits: 3).map(String.init) ?? []
        let bytes = try file.status().bytes
        // After another boot the tail may be zeros: the data was not flushed while it came in.
        guard note.count == 4, note[0] == Boot.id, note[1] == url, bytes > 0 else { return nil }
        resumable = Partial(bytes: bytes, validator: note[3], length: Int64(note[2]))
    }
}
