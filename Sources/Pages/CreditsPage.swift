public import Credits
public import Days

/// The makers of pictures, as credits name them, each with its days.
public struct CreditsPage {
    let makers: [Maker]
    let covered: Set<Day>

    /// - Parameters:
    ///   - makers: in any order; the script puts them into that which is asked for.
    ///   - covered: the days that have a small thumbnail.
    public init(_ makers: [Maker], covered: Set<Day>) {
        self.makers = makers
        self.covered = covered
    }

    public var bytes: [UInt8] {
        let rows = makers.map { maker in
            Register.Row(name: maker.name, others: maker.otherNames, days: maker.days.reversed())
        }
        let register = Register(
            page: .credits, lead: "As their credits say: persons, groups and institutes, with their days.",
            noun: "maker", order: "the newest come first", sections: [Register.Section(rows: rows)], covered: covered)
        return register.bytes
    }
}
