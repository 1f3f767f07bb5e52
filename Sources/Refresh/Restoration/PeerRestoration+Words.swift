internal import Archive
internal import Days
internal import Hashing
internal import MirrorTree
internal import NASA
internal import Peers
internal import Store

extension PeerRestoration {
    /// The record with the believed sum, from here or the first mirror that has it; `nil` where there is none.
    func record(_ stored: StoredDay, _ believed: BelievedDay.Belief, _ told: [Told]) async throws -> [UInt8]? {
        guard let sum = believed.sum else { return nil }
        if let bytes = stored.record, SHA256.hash(bytes) == sum { return bytes }
        for other in told where other.month.records[stored.day] == sum {
            try Task.checkCancellation()
            guard let bytes = (try? await other.peer.record(stored.day)) ?? nil, SHA256.hash(bytes) == sum else {
                continue
            }
            return bytes
        }
        return nil
    }

    /// The day's metadata with its record: as they stand, where that is what the mirror wrote, else read from the record;
    /// `nil` where there is neither.
    func words(
        _ stored: StoredDay, _ sealed: Metadata?, _ record: [UInt8]?, _ told: [Told]
    ) async throws -> Metadata? {
        if var sealed {
            sealed.mirror.record?.bytes = record
            return sealed
        }
        guard let record, let source = Entry.source(ofRecord: record) else { return nil }
        let (base, teller) = await base(of: record, stored.day, told)
        guard let entry = Entry(record: record, source: source, base: base), entry.day == stored.day else { return nil }
        var metadata = Metadata(entry, source: source, base: base, fetched: clock())
        if trust == .anyone, let teller { metadata.mirror.source = teller.place }
        return metadata
    }

    /// The address of the server that a record came from, which relative addresses in it are relative to, as the first mirror
    /// with that record tells it; and that mirror.
    private func base(of record: [UInt8], _ day: Day, _ told: [Told]) async -> (base: String, teller: Peer?) {
        let sum = SHA256.hash(record)
        let tellers = told.filter { $0.month.records[day] == sum }.map(\.peer)
        for teller in tellers {
            guard let named = (try? await teller.metadata(day))??.mirror.record, named.sha256 == sum else { continue }
            return (named.base, teller)
        }
        return (APODBasic.publicBase, tellers.first)
    }
}
