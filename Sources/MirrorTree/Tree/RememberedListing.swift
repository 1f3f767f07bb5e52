package import Days
package import Folder
internal import Hashing

/// `.apod-mirror/listing`: the last listing of a tree, so that a start need not list thirty years again. Only months in
/// which no name has come or gone since are taken from it, and none once it is a day old.
package struct RememberedListing {
    /// The listing, of which only months with a stamp count.
    package var listing: Listing
    /// When all of the tree was listed last.
    package var whole: Timestamp

    package init(listing: Listing, whole: Timestamp) {
        self.listing = listing
        self.whole = whole
    }

    package static let name: FilePath = "listing"
    private static let head = Array("apod-mirror listing 1\n".utf8)

    /// Whether a listing of that time is less than a day old, and may still be relied on.
    package static func isFresh(_ whole: Timestamp) -> Bool {
        let now = Timestamp.now
        return whole <= now && now < whole + 86_400
    }
}

extension RememberedListing {
    /// `nil` for what is torn, or of another version.
    init?(_ bytes: [UInt8]) {
        let sum = 64
        guard bytes.count > sum, bytes.starts(with: Self.head),
            SHA256.hash(Array(bytes.dropLast(sum))) == String(decoding: bytes.suffix(sum), as: UTF8.self)
        else { return nil }
        var reader = NumberReader(bytes: bytes.dropFirst(Self.head.count).dropLast(sum))
        guard let seconds = reader.number() else { return nil }
        self.init(listing: Listing(), whole: Timestamp(seconds: seconds))
        while !reader.bytes.isEmpty {
            guard let name = reader.take(7), let pictures = reader.stamp(), let hasMetadata = reader.number(),
                let folder = reader.stamp(), let metadata = reader.number(), let length = reader.number(),
                let names = reader.take(Int(length)), let bits = UInt32(exactly: metadata)
            else { return nil }
            let month = String(decoding: name, as: UTF8.self)
            guard let days = ListedDays(month: month, metadata: bits, names: Array(names)) else { return nil }
            listing.add(month, days, MonthStamp(pictures: pictures, metadata: hasMetadata == 0 ? nil : folder))
        }
    }

    package var bytes: [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(number: whole.seconds)
        for (month, stamp) in listing.stamps.sorted(by: { $0.key < $1.key }) {
            let (metadata, names) = listing.days.bytes(ofMonth: month)
            bytes += month.utf8
            bytes.append(stamp.pictures)
            bytes.append(number: stamp.metadata == nil ? 0 : 1)
            bytes.append(stamp.metadata ?? stamp.pictures)
            bytes.append(number: Int64(metadata))
            bytes.append(number: Int64(names.count))
            bytes += names
        }
        return Self.sealed(bytes)
    }

    /// The content between this version's head and the SHA-256 of both.
    static func sealed(_ content: [UInt8]) -> [UInt8] {
        let bytes = head + content
        return bytes + Array(SHA256.hash(bytes).utf8)
    }
}

extension [UInt8] {
    fileprivate mutating func append(number: Int64) {
        Swift.withUnsafeBytes(of: number.littleEndian) { append(contentsOf: $0) }
    }

    mutating func append(_ stamp: MonthStamp.FolderStamp) {
        append(number: Int64(bitPattern: stamp.identity.device))
        append(number: Int64(bitPattern: stamp.identity.inode))
        append(number: stamp.written)
        append(number: stamp.changed)
    }
}

private struct NumberReader {
    var bytes: ArraySlice<UInt8>

    mutating func take(_ count: Int) -> ArraySlice<UInt8>? {
        guard count >= 0, bytes.count >= count else { return nil }
        defer { bytes = bytes.dropFirst(count) }
        return bytes.prefix(count)
    }

    mutating func number() -> Int64? {
        take(8)?.withUnsafeBytes { Int64(littleEndian: $0.loadUnaligned(as: Int64.self)) }
    }

    mutating func stamp() -> MonthStamp.FolderStamp? {
        guard let device = number(), let inode = number(), let written = number(), let changed = number() else {
            return nil
        }
        let identity = FileStatus.Identity(device: UInt64(bitPattern: device), inode: UInt64(bitPattern: inode))
        return MonthStamp.FolderStamp(identity: identity, written: written, changed: changed)
    }
}

/// When names last came or went in a month's two folders. While the stamp is the same, so are the names.
package struct MonthStamp: Equatable, Sendable {
    var pictures: FolderStamp
    /// `nil` where there is no `metadata/`.
    package var metadata: FolderStamp?

    package struct FolderStamp: Equatable, Sendable {
        var identity: FileStatus.Identity
        package var written: Int64
        var changed: Int64
    }

    /// `nil` within two seconds of the last change: another change could leave the same times. One from before the clock
    /// was put back lies ahead, and no change of now leaves its times. Only folders have a stamp, as other files' times
    /// do not tell that names came or went.
    init?(_ pictures: FileStatus, _ metadata: FileStatus?) {
        let now = FileStatus.clock
        for status in [pictures, metadata].compactMap(\.self) {
            guard status.kind == .folder else { return nil }
            let (age, isFar) = now.subtractingReportingOverflow(max(status.written, status.changed))
            guard isFar || age.magnitude > 2_100_000_000 else { return nil }
        }
        self.init(pictures: FolderStamp(pictures), metadata: metadata.map(FolderStamp.init))
    }

    /// The stamp as of now; `nil` also where the folders' status cannot be read.
    package init?(of month: FilePath, in year: Folder) {
        do {
            guard let pictures = try year.status(month) else { return nil }
            self.init(pictures, try year.status(month.appending("metadata")))
        } catch {
            return nil
        }
    }

    init(pictures: FolderStamp, metadata: FolderStamp?) {
        self.pictures = pictures
        self.metadata = metadata
    }
}

extension MonthStamp.FolderStamp {
    init(_ status: FileStatus) {
        self.init(identity: status.identity, written: status.written, changed: status.changed)
    }
}
