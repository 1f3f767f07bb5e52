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
            socket: http_socket(connection))
    }
}
