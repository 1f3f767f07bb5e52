/// A compiled time zone (TZif, version 2 or later; RFC 8536): past changes as a list, future ones as a rule.
struct ZoneFile: Equatable, Sendable {
    private var changes: [(time: Int, offset: Int)]
    private var first: Int
    /// The rule after the last change; `nil` when the file has none that we understand.
    let rule: ZoneRule?

    /// Returns `nil` when the bytes are no such file.
    init?(_ bytes: [UInt8]) {
        var reader = Reader(bytes: bytes)
        guard let old = reader.header(), old.version >= UInt8(ascii: "2"), reader.skip(old.length(timeSize: 4)),
            let header = reader.header(), header.types > 0
        else { return nil }
        var times: [Int] = []
        for _ in 0..<header.times {
            guard let time = reader.integer(bytes: 8) else { return nil }
            times.append(time)
        }
        guard let kinds = reader.bytes(header.times) else { return nil }
        var offsets: [Int] = []
        for _ in 0..<header.types {
            guard let offset = reader.integer(bytes: 4), reader.skip(2), abs(offset) <= 86_400 else { return nil }
            offsets.append(offset)
        }
        guard kinds.allSatisfy({ Int($0) < offsets.count }),
            reader.skip(header.letters + header.leaps * 12 + header.standards + header.universals)
        else { return nil }
        changes = zip(times, kinds).map { ($0, offsets[Int($1)]) }
        first = offsets[0]
        let footer = reader.rest.dropFirst().prefix { $0 != UInt8(ascii: "\n") }
        rule = ZoneRule(String(decoding: footer, as: UTF8.self))
    }

    func offset(at time: Int) -> Int {
        guard let last = changes.last else { return rule?.offset(at: time) ?? first }
        if time >= last.time, let rule { return rule.offset(at: time) }
        return changes.last { $0.time <= time }?.offset ?? first
    }

    static func == (left: ZoneFile, right: ZoneFile) -> Bool {
        left.rule == right.rule && left.first == right.first
            && left.changes.elementsEqual(right.changes) { $0 == $1 }
    }
}

private struct Header {
    var version: UInt8
    var universals: Int
    var standards: Int
    var leaps: Int
    var times: Int
    var types: Int
    var letters: Int

    func length(timeSize: Int) -> Int {
        times * (timeSize + 1) + types * 6 + letters + leaps * (timeSize + 4) + standards + universals
    }
}

private struct Reader {
    var bytes: [UInt8]
    var position = 0

    init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    var rest: ArraySlice<UInt8> {
        bytes[position...]
    }

    mutating func skip(_ count: Int) -> Bool {
        guard count >= 0, count <= bytes.count - position else { return false }
        position += count
        return true
    }

    mutating func bytes(_ count: Int) -> ArraySlice<UInt8>? {
        let start = position
        return skip(count) ? bytes[start..<position] : nil
    }

    /// Reads a signed integer, most significant byte first.
    mutating func integer(bytes count: Int) -> Int? {
        guard let digits = bytes(count), let lead = digits.first else { return nil }
        return digits.reduce(lead >= 0x80 ? -1 : 0) { $0 << 8 | Int($1) }
    }

    mutating func header() -> Header? {
        guard bytes(4)?.elementsEqual("TZif".utf8) == true, let version = bytes(1)?.first, skip(15) else { return nil }
        var counts: [Int] = []
        for _ in 0..<6 {
            guard let count = integer(bytes: 4), (0...100_000).contains(count) else { return nil }
            counts.append(count)
        }
        return Header(
            version: version, universals: counts[0], standards: counts[1], leaps: counts[2], times: counts[3],
            types: counts[4], letters: counts[5])
    }
}
