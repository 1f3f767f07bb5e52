/// An object in the sky with a name: numbered in a catalogue, or one of the 88 constellations.
public enum SkyObject: Hashable, Sendable {
    case numbered(Catalogue, Int)
    case constellation(String)

    static func messier(_ number: Int) -> SkyObject { .numbered(.messier, number) }

    /// The object's name here: `M31`, `NGC 7293`, `Orion`.
    public var name: String {
        switch self {
        case .numbered(let catalogue, let number): "\(catalogue.prefix)\(number)"
        case .constellation(let name): name
        }
    }

    /// All names of the object, ``name`` first: `M31`, `Messier 31`, `NGC 224`, `Andromeda Galaxy`.
    public var names: [String] {
        var names = [name]
        if case .numbered(.messier, let number) = self {
            names.append("Messier \(number)")
            if let other = Messier.other(number) { names.append(other.name) }
        }
        for common in CommonNames.ofObject[self] ?? []
        where !names.contains(where: { $0.lowercased() == common.lowercased() }) {
            names.append(common)
        }
        return names
    }

    /// The most usual of the names without a number: `Andromeda Galaxy`.
    public var commonName: String? { CommonNames.ofObject[self]?.first }

    /// The object of that name, however it is spelled: `m 31`, `ngc224`, `andromeda galaxy`.
    public init?(named text: String) {
        func plain(_ text: String) -> String { text.lowercased().filter { $0 != " " && $0 != "-" } }
        let capitals = text.split(separator: " ").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined(
            separator: " ")
        for spelled in [text, text.uppercased(), capitals] {
            guard let object = SkyObject.found(in: spelled).first else { continue }
            let names = object.names + (object.constellationName.map { ["constellation \($0)"] } ?? [])
            guard names.contains(where: { plain($0) == plain(text) }) else { continue }
            self = object
            return
        }
        return nil
    }

    private var constellationName: String? {
        if case .constellation(let name) = self { name } else { nil }
    }

    /// The objects that have more than one name.
    public static let withSeveralNames: [SkyObject] = {
        let numbered = (1...110).map(SkyObject.messier) + CommonNames.ofObject.keys
        return Set(numbered).filter { $0.names.count > 1 }.sorted()
    }()

    /// The object under the one number that all its other numbers are mapped to.
    var canonical: SkyObject {
        Messier.numbers[self].map { .messier($0) } ?? self
    }
}

/// Orders constellations first, then by catalogue and number.
extension SkyObject: Comparable {
    public static func < (left: Self, right: Self) -> Bool {
        switch (left, right) {
        case (.constellation(let left), .constellation(let right)): left < right
        case (.constellation, .numbered): true
        case (.numbered, .constellation): false
        case (.numbered(let list, let number), .numbered(let other, let its)): (list, number) < (other, its)
        }
    }
}

extension SkyObject {
    /// A number for each object, which does not change and can be stored.
    public var code: Int {
        switch self {
        case .numbered(let catalogue, let number): (catalogue.rawValue + 1) << 16 | number
        case .constellation(let name): Constellation.names.firstIndex(of: name) ?? 0
        }
    }

    public init?(code: Int) {
        if Constellation.names.indices.contains(code) {
            self = .constellation(Constellation.names[code])
        } else if let catalogue = Catalogue(rawValue: (code >> 16) - 1), (1...catalogue.count).contains(code & 0xFFFF) {
            self = .numbered(catalogue, code & 0xFFFF)
        } else {
            return nil
        }
    }
}
