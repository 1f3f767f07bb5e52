internal import Days
internal import Folder
internal import HTTP
internal import Hashing
internal import MirrorTree

/// The validators of an answer: its tag, and when it changed last.
struct Freshness: Sendable {
    /// The ETag, with its quotation marks.
    let tag: String
    /// Seconds since 1970; `nil` where only the tag tells of a change.
    let changed: Int?
    /// Whether other bytes stand for the same answer, as those in gzip do.
    var isWeak = false
}

extension Freshness {
    /// The freshness of a file. Second names and attributes do not count: a favorite has them, so they would tell which
    /// days are favorites.
    init(_ status: FileStatus) {
        let numbers = [UInt64(bitPattern: status.bytes), UInt64(bitPattern: status.written), status.identity.inode]
        let tag = numbers.map { String($0, radix: 36) }.joined(separator: "-")
        self.init(tag: "\"\(tag)\"", changed: Int(status.written / 1_000_000_000))
    }

    /// The freshness of a day's picture, by what was recorded when it was stored: the file's own time is that of its
    /// day.
    init(_ status: FileStatus, as recorded: Metadata.Picture?, _ file: FilePath) {
        guard let recorded, recorded.file == file.name.description, recorded.bytes == status.bytes else {
            self.init(status)
            return
        }
        self.init(tag: "\"\(recorded.sha256)\"", changed: Int(recorded.fetched.seconds))
    }

    /// The freshness of a thumbnail, by its picture: it is made again where a favorite was dragged, and clients must
    /// not learn that either.
    init(_ status: FileStatus, of picture: Metadata.Picture?) {
        guard let picture else {
            self.init(status)
            return
        }
        let tag = "\(picture.sha256.prefix(32))-\(String(status.bytes, radix: 36))"
        self.init(tag: "\"\(tag)\"", changed: Int(picture.fetched.seconds))
    }

    /// The freshness of a page, by its bytes: where a favorite was dragged it is written and dated anew, and clients must
    /// not learn that either.
    init(_ status: FileStatus, ofPage file: OpenFile) {
        guard let sum = try? SHA256.hash(file: file.descriptor) else {
            self.init(status)
            return
        }
        self.init(tag: "\"\(sum.prefix(32))\"", changed: nil)
    }

    /// The freshness of Today's picture or JSON, by the day that they stand for. Both files are written again where
    /// that day's picture was dragged into favorites/ and came back, and clients must not learn that either.
    init(_ file: OpenFile, _ status: FileStatus, ofToday name: FilePath, in tree: Tree) {
        guard let bytes = try? tree.root.read("Today.json"), let shown = try? Metadata(bytes) else {
            self.init(status)
            return
        }
        guard name == "Today.json" else {
            self.init(status, of: shown.mirror.picture)
            return
        }
        // The JSON is a copy of the day's own, which is not written again.
        let day = (try? tree.root.status(Tree.metadataPath(shown.date))) ?? nil
        guard let day, let bytes = try? file.read(Int(min(status.bytes, 1 << 22)), at: 0) else {
            self.init(status)
            return
        }
        self.init(tag: "\"\(SHA256.hash(bytes).prefix(32))\"", changed: Int(day.written / 1_000_000_000))
    }

    /// The freshness of a text in which the host is called by a name.
    init(_ text: AddressedText, origin: String) {
        self.init(tag: "\"\(text.tag)-\(SHA256.hash(Array(origin.utf8)).prefix(8))\"", changed: text.changed)
    }

    var headers: [(name: String, value: String)] {
        let date = changed.map { (name: "Last-Modified", value: HTTPDate.text($0)) }
        return [(name: "ETag", value: isWeak ? "W/" + tag : tag), date].compactMap(\.self)
    }

    /// Whether the client needs no body. Its tags count before its date.
    func isKnown(to request: HTTPRequest) -> Bool {
        if let known = request.ifNoneMatch {
            return known.split(separator: ",").contains { part in
                let known = part.trimmed
                return known == "*" || known == tag || known == "W/" + tag
            }
        }
        guard let changed, let since = request.ifModifiedSince.flatMap(HTTPDate.unixTime) else { return false }
        return changed <= since
    }

    /// Whether a part of the answer fits the parts that the client has.
    func isSame(asIn request: HTTPRequest) -> Bool {
        guard let asked = request.ifRange else { return true }
        return asked == tag || changed != nil && HTTPDate.unixTime(asked) == changed
    }
}

extension Substring {
    fileprivate var trimmed: Substring {
        var text = drop { $0 == " " || $0 == "\t" }
        while text.last == " " || text.last == "\t" { text.removeLast() }
        return text
    }
}
