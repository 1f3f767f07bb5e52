internal import Days
internal import Folder
internal import Hashing
internal import MirrorTree
internal import Pages
internal import Peers
internal import Store

/// The witnesses that are left here of a day whose own JSON is none. One that cannot be read says nothing.
struct OwnWitnesses {
    private let tree: Tree

    init(_ tree: Tree) {
        self.tree = tree
    }

    /// The sums by the month's SHA256SUMS, by a favorite's second copy, by the sums that the owner noted, and by the files
    /// themselves: each of these is a witness.
    func sums(of stored: StoredDay, _ noted: HeldSums.DaySums?) -> [HeldSums.DaySums] {
        [monthSums(stored.day), vault(stored.day), noted ?? .init(), files(of: stored)]
    }

    private func monthSums(_ day: Day) -> HeldSums.DaySums {
        let said = MonthTestimony(
            ofMonth: day.month, pictures: read(Tree.monthPath(day).appending("metadata/SHA256SUMS")),
            records: read(Tree.publishedPath(day.month).appending("SHA256SUMS")))
        return .init(picture: said.pictures[day]?.sum, record: said.records[day])
    }

    private func vault(_ day: Day) -> HeldSums.DaySums {
        guard let bytes = read(Tree.vault.appending("\(day).json")), MetadataSum(of: bytes) == .right,
            let kept = try? Metadata(bytes, of: day)
        else { return .init() }
        return .init(kept)
    }

    private func files(of stored: StoredDay) -> HeldSums.DaySums {
        let name = stored.onlyFile.flatMap { $0.text?.hasSuffix(".\(VideoPage.suffix)") == false ? $0 : nil }
        let picture = name.flatMap { try? tree.root.open(Tree.monthPath(stored.day).appending($0)) }
        return .init(
            picture: picture.flatMap { try? SHA256.hash(file: $0.descriptor) },
            record: stored.record.map { SHA256.hash($0) })
    }

    private func read(_ path: FilePath) -> [UInt8]? {
        (try? tree.root.read(path)) ?? nil
    }
}
