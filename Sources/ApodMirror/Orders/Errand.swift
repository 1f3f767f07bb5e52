/// An order with what its answer depends on.
struct Errand: Codable, Sendable {
    var order: Order
    /// The mirror it is meant for: where one daemon was, another mirror's may be by now.
    var mirror: String
    /// The root as the one who asks writes it.
    var place: String
    /// What a suggested command must repeat to mean this mirror.
    var options: String
    var isQuiet: Bool
    /// Whether somebody looks at a bar.
    var wantsProgress: Bool
}
