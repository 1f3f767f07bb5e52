package import Days

/// The words or the picture of a day as the mirror has them: how often NASA was seen to serve them, and what they came
/// after. Both have a key that tells them from others; nothing else is compared.
package struct Version: Equatable, Sendable {
    package var key: String
    package var looks: Looks
    /// When they settled; `nil` while they are provisional.
    package var settled: Timestamp?
    package var former: [Former] = []
    /// How often they changed while provisional.
    package var changes = 0
    /// The last other answer, which was not taken.
    package var other: Sighting?
    /// When NASA was last asked about them.
    package var asked: Timestamp

    /// The days on which NASA served one version.
    package struct Looks: Equatable, Sendable {
        package var first: Timestamp
        package var last: Timestamp
        package var days = 1
    }

    /// A version that gave way, or that the owner never let in.
    package struct Former: Equatable, Sendable {
        package var key: String
        package var state: State
        package var since: Timestamp

        package enum State: String, Sendable {
            case settled, provisional
            /// NASA left it for what it had said before, so it was an accident, however long it lasted.
            case disproved
            /// The owner kept another version instead. It is never forgotten.
            case declined
        }
    }

    package struct Sighting: Equatable, Sendable {
        package var key: String
        package var day: Day
    }
}

extension Version {
    /// A version that nothing is noted of: it is settled where it came more than a week ago, else this is its first look.
    package init(key: String, unnotedSince fetched: Timestamp, isUnverified: Bool, now: Timestamp) {
        // A moment in the future was noted while the clock was wrong.
        let first = min(fetched, now)
        self.init(
            key: key, looks: Looks(first: first, last: first, days: isUnverified ? 0 : 1),
            settled: Self.isOld(first, at: now) && !isUnverified ? first : nil, asked: first)
    }

    /// The version as it is noted: its key is that of what is stored.
    package var withoutKey: Version {
        var version = self
        version.key = ""
        return version
    }

    // MARK: - What it is

    /// Whether it is a witness. After many disputes ended for NASA, what settled before is provisional again.
    package func isGuarded(since amnesty: Timestamp?) -> Bool {
        settled.map { settled in amnesty.map { settled > $0 } ?? true } ?? false
    }

    /// Whether an answer is a former version that had settled.
    package func isBack(_ key: String) -> Bool { former.contains { $0.key == key && $0.state == .settled } }

    /// Whether an answer is a former version that had not settled.
    func isReturn(_ key: String) -> Bool { former.contains { $0.key == key && $0.state == .provisional } }

    /// Whether an answer is one that the owner declined.
    package func isDeclined(_ key: String) -> Bool { former.contains { $0.key == key && $0.state == .declined } }

    /// Whether other bytes that show the same may be the stored ones, encoded anew: NASA served them on no day before.
    /// Bytes that NASA left for the stored ones are no news either, as where two servers have a file each.
    package func mayBeEncodedAnew(_ key: String, on today: Day) -> Bool {
        if key == self.key || isBack(key) || isDeclined(key) { return false }
        return !cameBefore(key, today) || former.contains { $0.key == key && $0.state == .disproved }
    }

    /// Whether the last answer that was not taken is this one, and came on a former day.
    func cameBefore(_ key: String, _ today: Day) -> Bool { other.map { $0.key == key && $0.day < today } ?? false }

    /// Whether the owner declined any answer.
    package var hasDeclined: Bool { former.contains { $0.state == .declined } }

    /// Whether nothing of it need be noted: it is taken to have settled all the same.
    package func isQuiet(at now: Timestamp) -> Bool {
        settled != nil && former.isEmpty && other == nil && changes == 0 && Self.isOld(looks.first, at: now)
            && asked.day != now.day
    }

    private static func isOld(_ first: Timestamp, at now: Timestamp) -> Bool {
        first.days(to: now) > Double(Limits.settle)
    }

    // MARK: - What becomes of it

    /// The version that a commit makes in this one's place.
    package func replaced(by key: String, _ why: CommitReason, now: Timestamp) -> Version {
        let isReturn = former.contains { $0.key == key && $0.state != .declined }
        let state: Former.State = isReturn ? .disproved : settled != nil ? .settled : .provisional
        return Version(
            key: key, looks: Looks(first: now, last: now), settled: why == .back || why == .accepted ? now : nil,
            former: former.filter { $0.key != key && $0.key != self.key }
                + [Former(key: self.key, state: state, since: now)],
            changes: settled != nil || why == .filled ? 0 : changes + 1, asked: now)
    }

    /// The version after NASA served it once more.
    ///
    /// - Parameters:
    ///   - isLook: whether that counts, since the pass was in no doubt.
    ///   - bytes: the key of other bytes that show the same. They are asked for once more the next day: the same ones
    ///     are another version then, and others tell that the server encodes anew at each request.
    package func seen(at now: Timestamp, isLook: Bool, amnesty: Timestamp?, as bytes: String? = nil) -> Version {
        var version = asked(at: now)
        version.other = other == nil ? bytes.map { Sighting(key: $0, day: now.day) } : nil
        guard isLook else { return version }
        if looks.days == 0 { version.looks.first = now }
        if looks.days == 0 || looks.last.day != now.day {
            version.looks = Looks(first: version.looks.first, last: now, days: looks.days + 1)
        }
        if !isGuarded(since: amnesty), version.looks.days >= Limits.looks,
            version.looks.first.days(to: version.looks.last) >= Double(Limits.settle)
        {
            (version.settled, version.changes) = (now, 0)
        }
        return version
    }

    /// The version after NASA was asked about it. Once a day tells enough, so that nothing is written with every pass.
    package func asked(at now: Timestamp) -> Version {
        var version = self
        if asked.day != now.day { version.asked = now }
        return version
    }

    /// The version after NASA said something else that was not taken.
    package func differed(_ key: String, at now: Timestamp) -> Version {
        asked(at: now).givingWay(to: key, on: now.day)
    }

    /// The version of which nothing is known but that another may stand in its place by now.
    package func givingWay(to key: String, on today: Day) -> Version {
        var version = self
        version.other = Sighting(key: key, day: today)
        return version
    }

    /// The version after its owner kept it and declined an answer.
    package func kept(against key: String, now: Timestamp) -> Version {
        var version = self
        (version.settled, version.changes, version.other) = (now, 0, nil)
        version.former.removeAll { $0.key == key }
        version.former.append(Former(key: key, state: .declined, since: now))
        return version
    }

    /// Lets go of what never settled, a month after this settled, and returns the keys of that.
    @discardableResult
    package mutating func forgetUnsettled(at now: Timestamp) -> [String] {
        guard let settled, settled.days(to: now) >= Double(Limits.forget) else { return [] }
        let unsettled = former.filter { [.provisional, .disproved].contains($0.state) }.map(\.key)
        former.removeAll { unsettled.contains($0.key) }
        return unsettled
    }
}

/// An answer of NASA's about a day, which the mirror holds back until the dispute ends.
package struct Dispute: Codable, Equatable, Sendable {
    /// The sentence for people.
    package var reason: String
    /// The address of the other picture; empty for words.
    package var url: String
    /// The key of the other answer: the sum of a picture, the digest of words.
    package var key: String
    package var since: Timestamp
    package var last: Timestamp
    /// The days on which NASA served it.
    package var days = 1
    /// Whether it never ends by itself.
    package var isFinal = false

    package init(
        reason: String, url: String = "", key: String, since: Timestamp, last: Timestamp? = nil, days: Int = 1,
        isFinal: Bool = false
    ) {
        self.reason = reason
        self.url = url
        self.key = key
        self.since = since
        self.last = last ?? since
        self.days = days
        self.isFinal = isFinal
    }

    func isNew(at now: Timestamp) -> Bool { since.days(to: now) < 1 }

    /// The dispute after NASA served the same once more.
    package func servedAgain(at now: Timestamp) -> Dispute {
        guard last.day != now.day else { return self }
        var dispute = self
        (dispute.last, dispute.days) = (now, days + 1)
        return dispute
    }

    enum CodingKeys: String, CodingKey {
        case reason, url, since, last, days
        case key = "sha256"
        case isFinal = "final"
    }

    /// An older version notes only since when.
    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        let since = try values.decode(Timestamp.self, forKey: .since)
        self.init(
            reason: try values.decode(String.self, forKey: .reason), url: try values.decode(String.self, forKey: .url),
            key: try values.decodeIfPresent(String.self, forKey: .key) ?? "", since: since,
            last: try values.decodeIfPresent(Timestamp.self, forKey: .last),
            days: try values.decodeIfPresent(Int.self, forKey: .days) ?? 1,
            isFinal: try values.decodeIfPresent(Bool.self, forKey: .isFinal) ?? false)
    }
}

// MARK: - As it is noted

extension Version: LosslessStringConvertible {
    /// One line of seconds since 1970, former versions and the last other answer: a fresh mirror has some twenty thousand of
    /// these, and objects of JSON would take their memory.
    package var description: String {
        let numbers = [
            looks.first.seconds, looks.last.seconds, Int64(looks.days), asked.seconds, Int64(changes),
            settled?.seconds ?? 0,
        ]
        let versions = former.map { "\($0.key)=\($0.state.rawValue)@\($0.since.seconds)" }
        let sighting = other.map { "\($0.key)?\($0.day)" }
        return (numbers.map(String.init) + versions + [sighting].compactMap(\.self)).joined(separator: " ")
    }

    package init?(_ description: String) { self.init(Array(description.utf8)[...]) }

    /// Reads the line from its bytes, without a text for each of its words.
    package init?(_ line: ArraySlice<UInt8>) {
        var words = Words(rest: line)
        guard let first = words.number(), let last = words.number(), let days = words.number(),
            let asked = words.number(), let changes = words.number(), let settled = words.number()
        else { return nil }
        self.init(
            key: "",
            looks: Looks(first: Timestamp(seconds: first), last: Timestamp(seconds: last), days: Int(days)),
            settled: settled == 0 ? nil : Timestamp(seconds: settled), changes: Int(changes),
            asked: Timestamp(seconds: asked))
        while let bytes = words.next() {
            let word = Substring(decoding: bytes, as: UTF8.self)
            if let former = Former(word) {
                self.former.append(former)
            } else if let sighting = Sighting(word) {
                other = sighting
            } else {
                return nil
            }
        }
    }

    /// The words of a line, which spaces part.
    private struct Words {
        var rest: ArraySlice<UInt8>

        mutating func next() -> ArraySlice<UInt8>? {
            while rest.first == UInt8(ascii: " ") { rest.removeFirst() }
            let word = rest[..<(rest.firstIndex(of: UInt8(ascii: " ")) ?? rest.endIndex)]
            rest = rest[word.endIndex...]
            return word.isEmpty ? nil : word
        }

        mutating func number() -> Int64? {
            guard let word = next() else { return nil }
            // Eighteen digits cannot overflow. Other numbers are read as texts.
            guard word.count <= 18, word.allSatisfy(\.isASCIIDigit) else {
                return Int64(String(decoding: word, as: UTF8.self))
            }
            return word.reduce(0) { $0 * 10 + Int64($1 - UInt8(ascii: "0")) }
        }
    }
}

extension Version.Former {
    /// Reads `KEY=STATE@SECONDS`.
    fileprivate init?(_ text: Substring) {
        let parts = text.split { "=@".contains($0) }
        guard parts.count == 3, text.contains("="), let state = State(rawValue: String(parts[1])),
            let since = Int64(parts[2])
        else { return nil }
        self.init(key: String(parts[0]), state: state, since: Timestamp(seconds: since))
    }
}

extension Version.Sighting {
    /// Reads `KEY?DAY`.
    fileprivate init?(_ text: Substring) {
        let parts = text.split(separator: "?")
        guard parts.count == 2, let day = Day(parts[1]) else { return nil }
        self.init(key: String(parts[0]), day: day)
    }
}
