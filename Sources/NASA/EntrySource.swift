public import Days

/// A server that knows the days' entries.
public protocol EntrySource: Sendable {
    /// `apod-basic` or `planetary-apod`, as metadata and settings name it.
    var name: String { get }
    /// The base of its addresses: what a pause that it asks for is about.
    var address: String { get }

    /// Asks for as little as there is, only to be answered: an answer tells the time.
    func greet(_ watch: PassWatch) async throws(SourceError)

    /// One result per day of the range, newest first.
    ///
    /// A bad day costs its neighbours nothing: it is a failure of its own. Throws only what concerns the whole
    /// source (``SourceError``); the days not yet delivered are then unknown, not missing.
    func entries(in days: ClosedRange<Day>, watch: PassWatch) -> AsyncThrowingStream<DayAnswer, any Error>
}

/// What the source answered about one day.
public struct DayAnswer: Sendable {
    public var day: Day
    public var result: Result<Entry, EntryError>
}
