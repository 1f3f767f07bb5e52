internal import Days

/// One API as the walk sees it: a way to ask, and no judgement of what comes.
protocol EntryServer: Sendable {
    /// The base of its addresses.
    var address: String { get }
    /// How many days one question may span.
    var blockLength: Int { get }

    /// What the server has for a range, perhaps with gaps and with records of other days.
    func ask(_ days: ClosedRange<Day>) async throws(AskError) -> [Candidate]

    /// What the server has for that very day; throws `.absent` when it says there is nothing.
    func ask(_ day: Day) async throws(AskError) -> [Candidate]
}

extension String {
    /// Without the slashes that a configured address may end in.
    var withoutTrailingSlashes: String {
        var text = self
        while text.utf8.last == UInt8(ascii: "/") { text.removeLast() }
        return text
    }
}
