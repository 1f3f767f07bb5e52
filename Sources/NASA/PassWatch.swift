public import Days
public import Folder

/// A pass's ``PassSuspicion``, as all of its tasks see it.
public final class PassWatch: Sendable {
    private let state = Monitor(PassSuspicion())
    /// Days whose pictures may be asked for without anybody having seen what became of the ones before them: enough that
    /// no connection waits, and no more than a server that has failed may be asked in vain.
    public let places: Places

    /// - Parameter connections: that may be open at a time.
    public init(connections: Int = 6) {
        places = Places(connections + 4)
    }

    public func look<Result>(_ body: (inout PassSuspicion) -> Result) -> Result {
        state.withLock { body(&$0) }
    }

    /// What ended the pass.
    public var end: SourceError? { state.withLock { $0.end } }

    /// Whether the pictures of days that have not begun may be asked for.
    public var mayFetch: Bool { state.withLock { $0.mayFetch } }

    /// Throws what ended the pass.
    func check() throws {
        if let end { throw end }
    }

    /// Throws what keeps the pictures of a day that has not begun from being asked for.
    public func checkFetching() throws {
        let (mayFetch, end) = state.withLock { ($0.mayFetch, $0.end) }
        if mayFetch { return }
        throw end ?? Doubted()
    }

    /// Why a request for a day's picture was not granted.
    ///
    /// - Parameters:
    ///   - address: that was asked for.
    ///   - place: the last that it was to go to.
    public func whyNotGranted(_ day: Day?, _ address: String, at place: String) throws -> String {
        let (mayGoOn, mayBegin, end) = state.withLock { ($0.mayGoOn, $0.refusals.mayBegin(day), $0.end) }
        if let end, !mayGoOn { throw end }
        if !mayBegin { throw end ?? Doubted() }
        return "\(address): \(Self.askedEnough(address, at: place))"
    }

    /// - Parameter place: that was not asked once more; another address where a redirect leads there.
    static func askedEnough(_ address: String, at place: String) -> String {
        let enough = "asked twice in this sync, which is enough"
        return address == place ? "it was \(enough)" : "it leads to \(place), which was \(enough)"
    }
}

/// Whether the server is at fault is still to be found out: the day was not asked for, and nothing is said of it.
public struct Doubted: Error {
    public init() {}
}
