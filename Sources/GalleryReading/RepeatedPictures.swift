package import Days
package import Pictures

/// The days that show the same picture, by perceptual hashes: kept in `.apod-mirror/looks`, since a new hash is
/// compared with all.
package struct RepeatedPictures: Equatable, Sendable {
    /// The perceptual hashes, as two halves of 32 bits each.
    private var hashes = DayNumbers()
    /// The hashes in one piece: all are scanned for each day that is shown.
    private var bits: [UInt64] = []

    private static let shown = 8
    /// The most days that share a picture; more share the poster of many films, or no picture at all.
    private static let most = 24
    /// The most changes compared one by one; beyond it all are compared with all, before and after.
    private static let few = 100

    package init(_ hashes: [Day: PerceptualHash?] = [:]) {
        _ = apply(hashes)
    }

    /// The days whose picture is known, oldest first.
    package var days: some Sequence<Day> { hashes.days.lazy.map { Day(number: Int($0)) } }

    /// The other days with this day's picture, oldest first.
    package subscript(day: Day) -> [Day] {
        guard let place = hashes.place(of: Int32(day.number)) else { return [] }
        let places = places(like: PerceptualHash(bits: bits[place]))
        return places.count > Self.most ? [] : places.filter { $0 != place }.prefix(Self.shown).map(day(at:))
    }

    private func day(at place: Int) -> Day { Day(number: Int(hashes.days[place])) }

    private func places(like hash: PerceptualHash) -> [Int] {
        bits.indices.filter { hash.isLike(PerceptualHash(bits: bits[$0])) }
    }

    private func hash(of day: Day) -> PerceptualHash? {
        hashes.place(of: Int32(day.number)).map { PerceptualHash(bits: bits[$0]) }
    }

    /// Applies changed hashes. Returns the days whose list of same pictures may change.
    package mutating func apply(_ changes: [Day: PerceptualHash?]) -> Set<Day> {
        var (new, concerned): ([Day: [Int32]?], [PerceptualHash]) = ([:], [])
        for (day, hash) in changes {
            let former = self.hash(of: day)
            if former == hash { continue }
            new[day] = .some(hash.map { [$0.bits >> 32, $0.bits].map { Int32(truncatingIfNeeded: $0) } })
            concerned += [former, hash].compactMap(\.self)
        }
        if new.isEmpty { return [] }
        if new.count > Self.few {
            let former = shownTogether
            hashes.merge(new)
            gather()
            let now = shownTogether
            return Set(former.keys).union(now.keys).filter { former[$0] != now[$0] }
        }
        var touched = days(concerned)
        hashes.merge(new)
        gather()
        touched.formUnion(days(concerned))
        return touched
    }

    /// Each day that shares its picture, with the other days listed for it.
    private var shownTogether: [Day: [Day]] {
        let pairs = hashes.days.map { Day(number: Int($0)) }.map { ($0, self[$0]) }
        return Dictionary(uniqueKeysWithValues: pairs.filter { !$0.1.isEmpty })
    }

    /// The days with these hashes, also in groups that one change takes across `most`.
    private func days(_ alike: [PerceptualHash]) -> Set<Day> {
        Set(alike.map(places).filter { $0.count <= Self.most + 1 }.joined().map(day(at:)))
    }

    private mutating func gather() {
        bits = hashes.days.indices.map { place in
            let halves = hashes.values[hashes.range(at: place)]
            guard let high = halves.first, let low = halves.last else { return 0 }
            return UInt64(UInt32(bitPattern: high)) << 32 | UInt64(UInt32(bitPattern: low))
        }
    }
}

extension RepeatedPictures {
    init?(_ bytes: [UInt8]) {
        guard let lists = NumbersFile.lists("looks", 1, in: bytes) else { return nil }
        hashes = lists[0]
        gather()
    }

    package var bytes: [UInt8] { NumbersFile.bytes("looks", [hashes]) }
}
