internal import CMicroHTTPD
internal import Glibc

/// A request on its way through the C library, from its first line to its last byte. Used by one thread only.
final class Exchange {
    /// The request's target; empty once it was answered, since a target may be long and an answer may take long.
    private var target: String
    private var isRead = false
    private var mayBeForwarded = false
    /// The wait for the answer, where it takes long.
    private var waiting: WaitingConnection?

    init(target: String) { self.target = target }

    /// The library calls once with the headers, again when the request is complete, and once more when an answer is there for
    /// which the connection waited. An answer at the first call costs the connection, which is right for a client that sends
    /// an unknown method, or a body: no request that is known here has one.
    func answer(
        on connection: OpaquePointer, method: UnsafePointer<CChar>, version: UnsafePointer<CChar>,
        handler: HTTPServer.Handler
    ) -> MHD_Result {
        if let waiting { return send(waiting.answer, on: connection, handler) }
        if !isRead {
            let headers = HeaderTraits(of: connection)
            if headers.isAmbiguous { return send(Self.ambiguous(), on: connection, handler) }
            mayBeForwarded = headers.isForwarded || strcmp(version, "HTTP/1.1") != 0
        }
        let isPost = strcmp(method, "POST") == 0 && !hasBody(connection)
        let isKnown = strcmp(method, "GET") == 0 || strcmp(method, "HEAD") == 0 || strcmp(method, "OPTIONS") == 0
        guard isRead || !isKnown && !isPost else {
            isRead = true
            return .YES
        }
        let request = request(of: connection, method: String(cString: method))
        target = ""
        switch handler.react(request) {
        case .now(let answer): return send(answer, on: connection, handler)
        case .later(let begin):
            let waiting = WaitingConnection(connection)
            // Its time begins now: it may have been kept open for a while.
            if let known = noted(connection) { handler.connections.renew(known) }
            guard handler.waiting.admit(waiting) else { return .NO }
            self.waiting = waiting
            begin(PendingAnswer(waiting, in: handler.waiting))
            return .YES
        }
    }

    /// The connection ends with it, since nobody knows where on it the next request begins.
    private static func ambiguous() -> HTTPAnswer? {
        let headers = [(name: "Connection", value: "close"), (name: "Content-Type", value: "text/plain")]
        return HTTPAnswer(
            400, headers: headers, body: .bytes(Array("The request's length or host can be read in two ways.\n".utf8)))
    }

    private func send(
        _ answer: HTTPAnswer?, on connection: OpaquePointer, _ handler: HTTPServer.Handler
    ) -> MHD_Result {
        guard let answer else { return .NO }
        if let known = noted(connection) {
            handler.connections.answer(known, bytes: answer.bytes ?? 0)
            if answer.bytes == nil { answer.follow { known.allow($0) } }
        }
        return MHD_queue_response(connection, UInt32(answer.status), answer.response)
    }

    private func request(of connection: OpaquePointer, method: String) -> HTTPRequest {
        func header(_ name: String) -> String? { self.header(name, of: connection) }
        let host = header("Host")
        var request = HTTPRequest(
            method: method, target: target, host: host, ifNoneMatch: header("If-None-Match"),
            ifModifiedSince: header("If-Modified-Since"), range: header("Range"), ifRange: header("If-Range"),
            prefer: header("Prefer"), socket: http_socket(connection))
        request.mayBeForwarded = mayBeForwarded
        request.takesGzip = header("Accept-Encoding").map(Gzip.isTaken) ?? false
        if method == "POST" {
            request.proof = HTTPRequest.Proof(
                token: header("X-Star"), origin: header("Origin"), site: header("Sec-Fetch-Site"))
            request.hasBody = hasBody(connection)
        }
        return request
    }

    private func header(_ name: String, of connection: OpaquePointer) -> String? {
        MHD_lookup_connection_value(connection, .HEADER_KIND, name).map { String(cString: $0) }
    }

    private func hasBody(_ connection: OpaquePointer) -> Bool {
        header("Content-Length", of: connection).map { $0 != "0" } ?? false
            || header("Transfer-Encoding", of: connection) != nil
    }

}

/// Our own record of one of the C library's connections.
private func noted(_ connection: OpaquePointer) -> Connections.Connection? {
    http_noted(connection).map { Unmanaged<Connections.Connection>.fromOpaque($0).takeUnretainedValue() }
}

// MARK: - Callbacks

// The callbacks of the C library. Each only turns pointers back into the objects they stand for.

func beginRequest(
    _ context: UnsafeMutableRawPointer?, _ target: UnsafePointer<CChar>?, _ connection: OpaquePointer?
) -> UnsafeMutableRawPointer? {
    if let connection { noted(connection)?.resume() }
    return Unmanaged.passRetained(Exchange(target: target.map { String(cString: $0) } ?? "/")).toOpaque()
}

func answerRequest(
    _ context: UnsafeMutableRawPointer?, _ connection: OpaquePointer?, _ path: UnsafePointer<CChar>?,
    _ method: UnsafePointer<CChar>?, _ version: UnsafePointer<CChar>?, _ upload: UnsafePointer<CChar>?,
    _ uploadSize: UnsafeMutablePointer<Int>?, _ request: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> MHD_Result {
    guard let context, let connection, let method, let version, let exchange = request?.pointee else { return .NO }
    // A body that comes with a request is taken and forgotten.
    if let uploadSize, uploadSize.pointee > 0 {
        uploadSize.pointee = 0
        return .YES
    }
    let handler = Unmanaged<HTTPServer.Handler>.fromOpaque(context).takeUnretainedValue()
    return Unmanaged<Exchange>.fromOpaque(exchange).takeUnretainedValue()
        .answer(on: connection, method: method, version: version, handler: handler)
}

func endRequest(
    _ context: UnsafeMutableRawPointer?, _ connection: OpaquePointer?,
    _ request: UnsafeMutablePointer<UnsafeMutableRawPointer?>?, _ reason: MHD_RequestTerminationCode
) {
    if let exchange = request?.pointee { Unmanaged<Exchange>.fromOpaque(exchange).release() }
    request?.pointee = nil
    guard let context, let connection, let known = noted(connection) else { return }
    Unmanaged<HTTPServer.Handler>.fromOpaque(context).takeUnretainedValue().connections.rest(known)
}

func trackConnection(
    _ context: UnsafeMutableRawPointer?, _ connection: OpaquePointer?,
    _ noted: UnsafeMutablePointer<UnsafeMutableRawPointer?>?, _ change: MHD_ConnectionNotificationCode
) {
    guard let context, let connection, let noted else { return }
    let connections = Unmanaged<HTTPServer.Handler>.fromOpaque(context).takeUnretainedValue().connections
    if change == .CONNECTION_NOTIFY_STARTED {
        let known = connections.connection(http_socket(connection))
        noted.pointee = known.map { Unmanaged.passRetained($0).toOpaque() }
    } else if let known = noted.pointee {
        connections.forget(Unmanaged<Connections.Connection>.fromOpaque(known).takeRetainedValue())
        noted.pointee = nil
    }
}
