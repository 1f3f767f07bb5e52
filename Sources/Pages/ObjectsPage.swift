public import Days
public import Sky

/// The objects in the sky that the stories name, each with its days.
public struct ObjectsPage {
    let entries: [Entry]
    let covered: Set<Day>

    /// An object, and the days that name it, the most important first.
    public struct Entry: Sendable {
        var object: SkyObject
        var days: [Day]

        public init(object: SkyObject, days: [Day]) {
            self.object = object
            self.days = days
        }
    }

    /// - Parameter covered: the days that have a small thumbnail.
    public init(_ entries: [Entry], covered: Set<Day>) {
        self.entries = entries
        self.covered = covered
    }

    /// The address of the object's view, from the root.
    static func address(of object: SkyObject) -> String {
        Register.address(of: object.name, in: .objects)
    }

    public var bytes: [UInt8] {
        let inGroups = Dictionary(grouping: entries.sorted { $0.object < $1.object }) { Group($0.object) }
        let listed = Set(entries.map(\.object))
        let sections = Group.allCases.map { group in
            Register.Section(
                title: group.title,
                rows: (inGroups[group] ?? []).map { entry in
                    Register.Row(
                        name: entry.object.name, others: Array(entry.object.names.dropFirst()),
                        facts: facts(entry.object, among: listed), days: entry.days)
                })
        }
        let register = Register(
            page: .objects, lead: "What titles and stories name, with the days that name it.", noun: "thing",
            order: "those that name it first come first", sections: sections, covered: covered)
        return register.bytes
    }

    /// Type, constellation, distance and position, as far as they are known. A constellation that no story names has no
    /// view to lead to.
    private func facts(_ object: SkyObject, among listed: Set<SkyObject>) -> [Register.Fact] {
        guard let facts = object.facts else { return [] }
        let constellation = SkyObject.constellation(facts.constellation.name)
        return [
            facts.kind.map { Register.Fact(label: "Type", text: $0.name) },
            Register.Fact(
                label: "Constellation", text: constellation.name,
                address: listed.contains(constellation) ? Self.address(of: constellation) : nil),
            facts.distanceInWords.map { Register.Fact(label: "Distance", text: $0) },
            Register.Fact(
                label: "Position", text: facts.place.text, address: Register.address(of: object.name, in: .sky)),
        ].compactMap(\.self)
    }

    private enum Group: CaseIterable {
        case constellations, messier, others

        init(_ object: SkyObject) {
            switch object {
            case .constellation: self = .constellations
            case .numbered(.messier, _): self = .messier
            case .numbered: self = .others
            }
        }

        var title: String {
            switch self {
            case .constellations: "Constellations"
            case .messier: "Messier’s objects"
            case .others: "Other catalogues"
            }
        }
    }
}
