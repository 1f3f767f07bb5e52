extension Person {
    /// Whether a unit can be named after the user: the instance of `apod-mirror@.service` is the user's name.
    static func canNameUnit(_ name: String) -> Bool {
        !name.isEmpty && !name.hasPrefix("-") && !name.hasPrefix(".") && name.utf8.count <= 200
            && name.utf8.allSatisfy { UnitText.plain.union("@-".utf8).contains($0) }
    }
}
