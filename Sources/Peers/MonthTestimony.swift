package import Days
package import Folder
package import MirrorTree
internal import Pages

/// The files of a month's days, as a mirror's two SHA256SUMS tell them. A page of ours that stands for a video is not among
/// them: each mirror writes its own.
package struct MonthTestimony: Sendable {
    private let pictures: [String: String]
    private let records: [String: String]

    /// - Parameters:
    ///   - pictures: the bytes of `metadata/SHA256SUMS`.
    ///   - records: the bytes of `metadata/published/SHA256SUMS`.
    package init(pictures: [UInt8]?, records: [UInt8]?) {
        self.pictures = pictures.flatMap { Checksums($0) }?.sums ?? [:]
        self.records = records.flatMap { Checksums($0) }?.sums ?? [:]
    }

    /// The name and the sum of a day's picture or video.
    package func picture(of day: Day) -> (name: FilePath, sum: String)? {
        let named = pictures.first { name, _ in
            Listing.day(of: FilePath(name)) == day && !name.hasSuffix(".\(VideoPage.suffix)")
        }
        return named.map { (FilePath($0.key), $0.value) }
    }

    package func sums(of day: Day) -> HeldSums.DaySums {
        .init(picture: picture(of: day)?.sum, record: records["\(Tree.recordName(day))"])
    }
}

extension Peer {
    package func testimony(ofMonth month: String) async throws(PeerError) -> MonthTestimony {
        MonthTestimony(
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
