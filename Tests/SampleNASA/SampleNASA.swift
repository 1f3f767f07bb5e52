import Glibc

/// NASA on the loopback interface: both APIs and all media as they are served, with pictures it paints itself, and with
/// every fault that has been seen or feared, on demand.
///
/// A server is made of options and speaks once it is started. Many can run side by side. The same options always give
/// the same days and the same bytes; what changes, a test changes.
public final class SampleNASA: Sendable {
    static let basicPath = "/wp-json/wp/v2/apod-basic"
    static let legacyPath = "/planetary/apod"

    private let site: Site
    private let server: HTTPServer
    private let boundPort = Guarded<UInt16>(0)
    /// Its port, while it is stopped: another server there would answer in its place.
    private let reservation = Guarded<LastingPort.Reservation?>(nil)

    public init(_ options: Options = Options()) {
        let site = Site(options)
        self.site = site
        server = HTTPServer { site.respond(to: $0) }
    }

    /// A server that listens already.
    public static func started(_ options: Options = Options()) throws -> SampleNASA {
        let server = SampleNASA(options)
        try server.start()
        return server
    }

    deinit { stop() }

    /// Listens on 127.0.0.1. Without a port it takes a free one, and after a stop the one it had before.
    public func start(port: UInt16 = 0) throws {
        let wanted = port != 0 ? port : self.port
        reservation.withLock { $0 = nil }
        let bound = try wanted != 0 ? server.start(port: wanted) : startOnFreePort()
        boundPort.withLock { $0 = bound }
        site.state.withLock { $0.origin = "http://127.0.0.1:\(bound)" }
    }

    /// A port that is free may be another program's a moment later; then it is another one. Where there is no thread or
    /// descriptor left for a server there may be one a little later.
    private func startOnFreePort() throws -> UInt16 {
        for attempt in 0..<UInt32(30) {
            if let bound = try? server.start(port: LastingPort.find()) { return bound }
            usleep(attempt * 10_000)
        }
        return try server.start(port: LastingPort.find())
    }

    /// Ends all connections and refuses new ones. Everything else stays as it is.
    public func stop() {
        server.stop()
        if port != 0 { reservation.withLock { $0 = LastingPort.Reservation(port) } }
    }

    /// 0 before the first start.
    public var port: UInt16 { boundPort.withLock { $0 } }

    /// Such as `http://127.0.0.1:8095`.
    public var baseURL: String { site.origin }

    /// From now on its addresses begin so, such as `http://science.nasa.gov`: as of a server that is reached through a
    /// proxy, which it is as well.
    public func setOrigin(_ origin: String) {
        site.state.withLock { $0.origin = origin }
    }

    public var apodBasicURL: String { baseURL + SampleNASA.basicPath }

    public var planetaryURL: String { baseURL + SampleNASA.legacyPath }

    /// Every request since the start or the last `clearRequests`, in the order they came.
    public var requests: [Request] { server.log.requests }

    public func clearRequests() { server.log.clear() }

    /// Sets the one fault of a target, or with nil takes it back. It spares so many answers first, and with `times` it
    /// heals after that many more.
    public func setFault(_ fault: Fault?, for target: FaultTarget, after spared: Int = 0, times: Int? = nil) {
        let begun = fault?.begun(at: site.now)
        site.state.withLock { $0.faults.set(begun, for: target, after: spared, times: times) }
    }

    /// Sets the clock by which answers are dated, in seconds since 1970.
    public func setClock(_ seconds: Int) {
        site.state.withLock { $0.secondsAhead = seconds - Int(time(nil)) }
    }

    /// From now on every answer is so long on its way, as over a real line: what a client does meanwhile shows.
    public func setLatency(milliseconds: Int) {
        site.state.withLock { $0.latency = milliseconds }
    }

    public func clearFaults() { site.state.withLock { $0.faults.clear() } }

    var shared: Site { site }
}
