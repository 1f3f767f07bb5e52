internal import Days

/// One API as the walk sees it: it asks, and does not judge the answers.
protocol EntryServer: Sendable {
    /// The base of the server's addresses.
    var address: String { get }
    /// The number of days that one question may span.
    var blockLength: Int { get }

    /// The server's candidates for a range, perhaps with gaps and of other days, too.
    func ask(_ days: ClosedRange<Day>) async throws(AskError) -> [Candidate]

    /// The server's candidates for that very day; throws `.absent` when it says that it has none.
    func ask(_ day: Day) async throws(AskError) -> [Candidate]
}

extension String {
    /// The address without the slashes that a configured one may end in.
    var withoutTrailingSlashes: String {
        var text = self
        while text.utf8.last == UInt8(ascii: "/") { text.removeLast() }
        return text
    }
}
