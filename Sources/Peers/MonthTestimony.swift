package import Days
package import Folder
package import MirrorTree
internal import Pages

/// The files of a month's days, as a mirror's two SHA256SUMS tell them. A page of ours that stands for a video is not among
/// them: each mirror writes its own.
package struct MonthTestimony: Equatable, Sendable {
    package struct Picture: Equatable, Sendable {
        package var name: FilePath
        package var sum: String
    }

    /// Each day's picture or video.
    package var pictures: [Day: Picture] = [:]
    /// The sum of each day's record.
    package var records: [Day: String] = [:]

    /// All days that it has anything of.
    package var days: Set<Day> { Set(pictures.keys).union(records.keys) }

    /// - Parameters:
    ///   - pictures: the bytes of `metadata/SHA256SUMS`.
    ///   - records: the bytes of `metadata/published/SHA256SUMS`.
    package init(ofMonth month: String, pictures: [UInt8]?, records: [UInt8]?) {
        for (text, sum) in pictures.flatMap({ Checksums($0) })?.sums ?? [:] {
            let name = FilePath(text)
            guard let day = Listing.day(of: name), day.month == month, !text.hasSuffix(".\(VideoPage.suffix)") else {
                continue
            }
            self.pictures[day] = Picture(name: name, sum: sum)
        }
        for (name, sum) in records.flatMap({ Checksums($0) })?.sums ?? [:] {
            guard let day = Tree.dayOfRecord(named: FilePath(name)), day.month == month else { continue }
            self.records[day] = sum
        }
    }
}

extension Peer {
    package func testimony(ofMonth month: String) async throws(PeerError) -> MonthTestimony {
        return MonthTestimony(
            ofMonth: month,
            pictures: try await read(Tree.monthPath(month).appending("metadata").appending(Checksums.file)),
            records: try await read(Tree.publishedPath(month).appending(Checksums.file)))
    }

    /// The day's record as NASA served it.
    package func record(_ day: Day) async throws(PeerError) -> [UInt8]? {
        try await read(Tree.recordPath(day))
    }

    /// The day's metadata, where they are what a mirror wrote.
    package func metadata(_ day: Day) async throws(PeerError) -> Metadata? {
        guard let bytes = try await read(Tree.metadataPath(day)), MetadataSum(of: bytes) == .right else { return nil }
        return try? Metadata(bytes, of: day)
    }
}
