internal import CMicroHTTPD
internal import Glibc

/// A request on its way through the C library, from its first line to its last byte. Used by one thread only.
final class Exchange {
    /// The request's target; empty once it was answered, since a target may be long and an answer may take long.
    private var target: String
    private var isRead = false

    init(target: String) { self.target = target }

    /// The library calls once with the headers and again when the request is complete. An answer at the first call
    /// costs the connection, which is right for a client that sends an unknown method.
    func answer(on connection: OpaquePointer, method: UnsafePointer<CChar>, handler: HTTPServer.Handler) -> MHD_Result {
        let isKnown = strcmp(method, "GET") == 0 || strcmp(method, "HEAD") == 0 || strcmp(method, "OPTIONS") == 0
        guard isRead || !isKnown else {
            isRead = true
            return .YES
        }
        let request = request(of: connection, method: String(cString: method))
        target = ""
        guard let answer = handler.respond(request) else { return .NO }
        if let noted = http_noted(connection) {
            let known = Unmanaged<Connections.Connection>.fromOpaque(noted).takeUnretainedValue()
            handler.connections.answer(known, bytes: answer.bytes ?? 0)
            if answer.bytes == nil { answer.follow { known.allow($0) } }
        }
        return MHD_queue_response(connection, UInt32(answer.status), answer.response)
    }

    private func request(of connection: OpaquePointer, method: String) -> HTTPRequest {
        func header(_ name: String) -> String? {
            MHD_lookup_connection_value(connection, .HEADER_KIND, name).map { String(cString: $0) }
        }
        let host = header("Host")
        return HTTPRequest(
            method: method, target: target, host: host, ifNoneMatch: header("If-None-Match"),
            ifModifiedSince: header("If-Modified-Since"), range: header("Range"), ifRange: header("If-Range"),
            prefer: header("Prefer"), socket: http_socket(connection))
    }
}

// MARK: - Callbacks

// The callbacks of the C library. Each only turns pointers back into the objects they stand for.

func beginRequest(
    _ context: UnsafeMutableRawPointer?, _ target: UnsafePointer<CChar>?, _ connection: OpaquePointer?
) -> UnsafeMutableRawPointer? {
    Unmanaged.passRetained(Exchange(target: target.map { String(cString: $0) } ?? "/")).toOpaque()
}

func answerRequest(
    _ context: UnsafeMutableRawPointer?, _ connection: OpaquePointer?, _ path: UnsafePointer<CChar>?,
    _ method: UnsafePointer<CChar>?, _ version: UnsafePointer<CChar>?, _ upload: UnsafePointer<CChar>?,
    _ uploadSize: UnsafeMutablePointer<Int>?, _ request: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> MHD_Result {
    guard let context, let connection, let method, let exchange = request?.pointee else { return .NO }
    // A body that comes with a request is taken and forgotten.
    if let uploadSize, uploadSize.pointee > 0 {
        uploadSize.pointee = 0
        return .YES
    }
    let handler = Unmanaged<HTTPServer.Handler>.fromOpaque(context).takeUnretainedValue()
    return Unmanaged<Exchange>.fromOpaque(exchange).takeUnretainedValue()
        .answer(on: connection, method: method, handler: handler)
}

func endRequest(
    _ context: UnsafeMutableRawPointer?, _ connection: OpaquePointer?,
    _ request: UnsafeMutablePointer<UnsafeMutableRawPointer?>?, _ reason: MHD_RequestTerminationCode
) {
    if let exchange = request?.pointee { Unmanaged<Exchange>.fromOpaque(exchange).release() }
    request?.pointee = nil
    guard let context, let connection, let noted = http_noted(connection) else { return }
    let handler = Unmanaged<HTTPServer.Handler>.fromOpaque(context).takeUnretainedValue()
    handler.connections.rest(Unmanaged<Connections.Connection>.fromOpaque(noted).takeUnretainedValue())
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
