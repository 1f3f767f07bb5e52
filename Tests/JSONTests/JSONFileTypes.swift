/// Types as a mirror's files have them, and others that say by their own code how they are written.
enum Kind: String, Codable, CodingKeyRepresentable { case first, second }

enum Plain: String, Codable { case one }

struct Record: Codable, Equatable {
    var name = "x/y"
    var count: Int?
    var inner: [Record]?
    var kind: Kind?
}

struct Empty: Codable, Equatable {}

struct Silent: Encodable {
    func encode(to encoder: any Encoder) throws {}
}

enum Choice: Codable, Equatable {
    case nothing
    case one(Int)
    case two(name: String, count: Int?)
}

/// A type that opens containers in containers.
struct Handmade: Codable, Equatable {
    enum Key: String, CodingKey { case list, deep, c }

    var read: [String] = []

    init() {}

    func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: Key.self)
        var list = members.nestedUnkeyedContainer(forKey: .list)
        var deep = members.nestedContainer(keyedBy: Key.self, forKey: .deep)
        try list.encodeNil()
        try list.encode(contentsOf: ["a", "b"])
        var inner = list.nestedContainer(keyedBy: Key.self)
        try inner.encodeNil(forKey: .c)
        var other = list.nestedUnkeyedContainer()
        try other.encode(list.count)
        try "after".encode(to: list.superEncoder())
        var deepest = deep.nestedUnkeyedContainer(forKey: .c)
        try deepest.encode(1.5)
        try members.encode(1, forKey: .c)
        try members.encode("twice", forKey: .c)
    }

    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: Key.self)
        read = members.allKeys.map(\.stringValue).sorted()
        var list = try members.nestedUnkeyedContainer(forKey: .list)
        while !list.isAtEnd {
            if try list.decodeNil() {
                read.append("null")
            } else if let text = try? list.decode(String.self) {
                read.append(text)
            } else if let inner = try? list.nestedContainer(keyedBy: Key.self) {
                read.append("\(inner.contains(.c)) \(inner.allKeys.count)")
            } else {
                var inner = try list.nestedUnkeyedContainer()
                read.append("\(inner.count ?? -1) \(try inner.decode(Int.self)) \(list.currentIndex)")
            }
        }
        let deep = try members.nestedContainer(keyedBy: Key.self, forKey: .deep)
        var deepest = try deep.nestedUnkeyedContainer(forKey: .c)
        read.append("\(try deepest.decode(Double.self)) \(try deepest.decodeIfPresent(Int.self) ?? 0)")
    }
}

class Parent: Codable {
    enum Key: String, CodingKey { case above }

    var above = 1

    init() {}

    func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: Key.self)
        try members.encode(above, forKey: .above)
    }

    required init(from decoder: any Decoder) throws {
        above = try decoder.container(keyedBy: Key.self).decode(Int.self, forKey: .above)
    }
}

final class Child: Parent, Equatable {
    enum Key: String, CodingKey { case below }

    let below: Int

    init(below: Int) {
        self.below = below
        super.init()
    }

    override func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: Key.self)
        try members.encode(below, forKey: .below)
        try super.encode(to: members.superEncoder())
        try super.encode(to: members.superEncoder(forKey: .below))
    }

    required init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: Key.self)
        below = (try? members.decode(Int.self, forKey: .below)) ?? 0
        try super.init(from: members.superDecoder())
    }

    static func == (one: Child, other: Child) -> Bool { one.below == other.below && one.above == other.above }
}

enum Anything: Codable, Equatable {
    case null
    case flag(Bool)
    case number(Int)
    case big(UInt64)
    case fraction(Double)
    case text(String)
    case list([Anything])
    case members([String: Anything])
    case counted([Int: Anything])
    case record(Record)

    static func random(depth: Int, _ random: inout some RandomNumberGenerator) -> Anything {
        func text() -> String {
            let signs = ["a", "B", "9", " ", "/", "\"", "\\", "\n", "\u{1}", "\u{7F}", "é", "天", "🌌", "\u{2028}", "<"]
            return (0..<Int.random(in: 0...24, using: &random)).map { _ in signs.randomElement(using: &random) ?? "" }
                .joined()
        }
        func some(_ make: () -> Void) { for _ in 0..<Int.random(in: 0...4, using: &random) { make() } }
        switch Int.random(in: 0..<(depth > 0 ? 10 : 6), using: &random) {
        case 0: return .null
        case 1: return .flag(Bool.random(using: &random))
        case 2: return .number(Int.random(in: .min ... .max, using: &random) >> Int.random(in: 0..<64, using: &random))
        case 3: return .big(UInt64.random(in: .min ... .max, using: &random))
        case 4:
            let number = Double(bitPattern: UInt64.random(in: .min ... .max, using: &random))
            return .fraction(number.isFinite ? number : 0.25)
        case 5: return .text(text())
        case 6:
            var list: [Anything] = []
            some { list.append(Self.random(depth: depth - 1, &random)) }
            return .list(list)
        case 7:
            var members: [String: Anything] = [:]
            some { members[text()] = Self.random(depth: depth - 1, &random) }
            return .members(members)
        case 8:
            var members: [Int: Anything] = [:]
            some { members[Int.random(in: -99...99, using: &random)] = Self.random(depth: depth - 1, &random) }
            return .counted(members)
        default:
            return .record(Record(name: text(), count: Bool.random(using: &random) ? 3 : nil, inner: [], kind: .first))
        }
    }
}

/// Knows its last encoder, as long as anybody holds that.
final class EncodedPart: Encodable {
    private(set) weak var encoder: AnyObject?

    func encode(to encoder: any Encoder) throws {
        self.encoder = encoder as AnyObject
        var value = encoder.singleValueContainer()
        try value.encode(["deep": ["deeper": 1]])
    }
}
