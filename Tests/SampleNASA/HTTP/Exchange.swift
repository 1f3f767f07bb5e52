internal import CMicroHTTPD
import Glibc

/// One request on its way through the C library, from its first line to its last byte. Used by one thread only.
final class Exchange {
    let target: String
    private var number: Int?
    private var isRead = false
    /// What follows after as much as was announced.
    private var surplus: [UInt8] = []

    /// - Parameter target: as it was sent: to a proxy, the whole address.
    init(target: String) {
        let scheme = "http://"
        guard target.hasPrefix(scheme), let path = target.dropFirst(scheme.count).firstIndex(of: "/") else {
            self.target = target
            return
        }
        self.target = String(target[path...])
    }

    /// The library calls once with the headers and again when the request is complete; only then may it be answered.
    func answer(on connection: OpaquePointer, method: String, server: HTTPServer) -> MHD_Result {
        guard isRead else {
            isRead = true
            return .YES
        }
        let request = HTTPRequest(method: method, target: target, headers: headers(of: connection))
        let number = server.log.add(request)
        self.number = number
        let answer = server.respond(request)
        server.log.change(number) { $0.isStruck = answer.isStruck }
        if answer.latency > 0 {
            let seconds = Double(answer.latency) / 1_000
            guard server.stopSignal.sleep(seconds: seconds, socket: http_socket(connection)) else { return .NO }
        }
        guard answer.delivery.answers else {
            let socket = http_socket(connection)
            if answer.delivery == .keepingSilent { server.stopSignal.wait(socket: socket) }
            if answer.delivery == .resetting { http_reset(connection) }
            return .NO
        }
        server.log.change(number) { $0.status = answer.status }
        return queue(answer, on: connection, number: number, server: server)
    }

    func end(on connection: OpaquePointer, completed: Bool, server: HTTPServer) {
        guard let number else { return }
        if completed, !surplus.isEmpty {
            // The library never sends more than it announced, so the rest takes the way around it.
            let count = send(http_socket(connection), surplus, surplus.count, Int32(MSG_NOSIGNAL))
            server.log.change(number) { $0.bodyBytesSent += max(0, count) }
        }
        server.log.change(number) { $0.completed = completed && $0.status != 0 }
    }

    private func headers(of connection: OpaquePointer) -> [String: String] {
        var headers: [String: String] = [:]
        withUnsafeMutablePointer(to: &headers) { pointer in
            _ = MHD_get_connection_values(
                connection, .HEADER_KIND,
                { context, _, name, value in
                    if let context, let name, let value {
                        let headers = context.assumingMemoryBound(to: [String: String].self)
                        headers.pointee[String(cString: name).lowercased()] = String(cString: value)
                    }
                    return .YES
                }, pointer)
        }
        return headers
    }

    private func queue(_ answer: Answer, on connection: OpaquePointer, number: Int, server: HTTPServer) -> MHD_Result {
        let log = server.log
        let source = BodySource(answer, stop: server.stopSignal, socket: http_socket(connection)) { count in
            log.change(number) { $0.bodyBytesSent += count }
        }
        let size: UInt64
        switch answer.delivery {
        case .chunked: size = UInt64.max
        case .announcing(let length):
            size = UInt64(length)
            surplus = Array(answer.body.dropFirst(length))
        case .whole, .endingAfter, .stalling, .gated, .dripping, .hangingUp, .resetting, .keepingSilent:
            size = UInt64(answer.body.count)
        }
        let context = Unmanaged.passRetained(source).toOpaque()
        guard let response = MHD_create_response_from_callback(size, 131_072, readBody, context, releaseBody) else {
            releaseBody(context)
            return .NO
        }
        defer { MHD_destroy_response(response) }
        for header in answer.headers {
            MHD_add_response_header(response, header.name, header.value)
        }
        return MHD_queue_response(connection, UInt32(answer.status), response)
    }
}
