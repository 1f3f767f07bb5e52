/// The name of a user or a group that may stand in a unit, or in the name of one: all of it stands for itself.
package struct UnitName: Hashable, Sendable, CustomStringConvertible {
    let text: String

    package var description: String { text }

    /// `nil` for a name with anything in it that systemd or a path could take for something else.
    package init?(_ name: String) {
        guard let first = name.utf8.first, first != UInt8(ascii: "-"), first != UInt8(ascii: "."),
            name.utf8.count <= Self.room, name.utf8.allSatisfy(UnitText.plain.union("@-".utf8).contains)
        else { return nil }
        text = name
    }

    /// A unit's name has 255 bytes, and the name of a file beside it some more.
    private static let room = 200
}
