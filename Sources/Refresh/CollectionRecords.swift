internal import Days
internal import MirrorTree
internal import NASA

/// The records in a collection, and those that the mirror has itself, as a source of entries in place of a server that is gone.
struct CollectionRecords: EntrySource {
    let collection: PictureCollection
    let tree: Tree
    /// The server that is not asked.
    let source: any EntrySource

    var name: String { source.name }
    var address: String { source.address }
    var isServer: Bool { false }

    /// The days of which there is a believable record, and no others.
    func entries(in days: ClosedRange<Day>, watch: PassWatch) -> [DayAnswer] {
        days.reversed().compactMap { day in entry(of: day).map { DayAnswer(day: day, result: .success($0)) } }
    }

    private func entry(of day: Day) -> Entry? {
        if let metadata = try? tree.metadata(day), let record = metadata.mirror.record,
            let bytes = try? tree.record(of: metadata),
            let entry = Entry(record: bytes, source: record.source, base: record.base), entry.day == day
        {
            return entry
        }
        for path in collection.records[day] ?? [] {
            if let bytes = try? collection.text(at: path), let entry = Entry(keptRecord: bytes, source: source),
                entry.day == day
            {
                return entry
            }
        }
        // A page is read where no record of an API is to be had.
        let page = collection.pages[day].flatMap { try? collection.text(at: $0) }
        return page.flatMap { OldPage.record(of: $0, day) }.flatMap { Entry(keptRecord: $0, source: source) }
    }
}
