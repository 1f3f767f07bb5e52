public import Days

/// A server that has the days' entries.
public protocol EntrySource: Sendable {
    /// `apod-basic` or `planetary-apod`, as metadata and settings name it.
    var name: String { get }
    /// The base of its addresses; a pause that the server asks for applies to it.
    var address: String { get }

    /// Sends the smallest request that there is, because its answer tells the time.
    func greet(_ watch: PassWatch) async throws(SourceError)

    /// One result per day of the range, newest first.
    ///
    /// A bad day is a failure of its own and leaves its neighbours alone. Throws only errors of the whole source
    /// (``SourceError``); the days not yet delivered are then unknown, not missing.
    func entries(in days: ClosedRange<Day>, watch: PassWatch) -> AsyncThrowingStream<DayAnswer, any Error>
}

public struct DayAnswer: Sendable {
    public var day: Day
    public var result: Result<Entry, EntryError>
}
