internal import Archive
internal import Days
internal import Hashing
internal import MirrorTree
internal import NASA
internal import Peers
internal import Store

extension PeerRestoration {
    /// The record with the believed sum, from here or the first mirror that has it; `nil` where there is none.
    func record(
        _ stored: StoredDay, _ believed: BelievedDay.Belief, _ told: [Told]
    ) async throws -> (bytes: [UInt8], isBrought: Bool)? {
        guard let sum = believed.sum else { return nil }
        if let bytes = stored.record, SHA256.hash(bytes) == sum { return (bytes, false) }
        for other in told where other.month.records[stored.day] == sum {
            if let bytes = try await other.peer.ask({ try await $0.record(stored.day) }), SHA256.hash(bytes) == sum {
                return (bytes, true)
            }
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
        let base = try await base(of: record, stored.day, told)
        guard let entry = Entry(record: record, source: source, base: base), entry.day == stored.day else { return nil }
        var metadata = Metadata(entry, source: source, base: base, fetched: clock())
        if trust == .anyone, let teller = told.first(where: { $0.month.records[stored.day] == SHA256.hash(record) }) {
            metadata.mirror.source = teller.peer.peer.place
        }
        return metadata
    }

    /// The address of the server that a record came from, which relative addresses in it are relative to: what enough mirrors
    /// with that record say, and none otherwise; else NASA's own.
    private func base(of record: [UInt8], _ day: Day, _ told: [Told]) async throws -> String {
        let sum = SHA256.hash(record)
        var bases: [String] = []
        for teller in told where teller.month.records[day] == sum {
            if let named = try await teller.peer.ask({ try await $0.metadata(day) })?.mirror.record, named.sha256 == sum
            {
                bases.append(named.base)
            }
        }
        guard bases.count >= trust.enough, Set(bases).count == 1, let base = bases.first else {
            return APODBasic.publicBase
        }
        return base
    }
}
