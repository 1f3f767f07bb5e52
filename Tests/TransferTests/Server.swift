import Glibc

/// A scripted server on a loopback socket: whatever bytes a test wants a client to meet.
///
/// One thread per connection; a script runs on it for each request and may block. A path without a script is a failure
/// that shows: it is answered with 599.
final class Server: Sendable {
    typealias Script = @Sendable (Connection, Received) -> Void

    let ledger = Ledger()
    let port: UInt16
    private let listener: CInt

    /// - Parameter greeting: what to do with a connection before it is read.
    init(_ scripts: [String: Script], greeting: @escaping @Sendable (Connection) -> Void = { _ in }) throws {
        // Whatever proxy the machine uses is not for loopback.
        _ = Self.environment
        let listener = socket(AF_INET, CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let code = withUnsafeMutablePointer(to: &address) { address in
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                bind(listener, address, size) + listen(listener, 512) + getsockname(listener, address, &size)
            }
        }
        guard code == 0 else { throw Failure(errno: errno) }
        self.listener = listener
        port = UInt16(bigEndian: address.sin_port)
        let ledger = ledger
        startThread { Self.serve(listener, scripts, greeting, ledger) }
    }

    deinit { shutdown(listener, CInt(SHUT_RDWR)) }

    func url(_ path: String) -> String { "http://127.0.0.1:\(port)\(path)" }

    struct Failure: Error { var errno: CInt }

    static let environment: Void = { _ = setenv("no_proxy", "127.0.0.1", 1) }()

    private static func serve(
        _ listener: CInt, _ scripts: [String: Script], _ greeting: @escaping @Sendable (Connection) -> Void,
        _ ledger: Ledger
    ) {
        while true {
            let descriptor = accept(listener, nil, nil)
            guard descriptor >= 0 else { break }
            ledger.record {
                $0.accepted += 1
                $0.open += 1
                $0.mostOpen = max($0.mostOpen, $0.open)
            }
            let connection = Connection(descriptor, number: ledger.facts.accepted)
            startThread {
                greeting(connection)
                while let request = connection.receive() {
                    ledger.record { $0.requests.append(request) }
                    let script = scripts[request.path] ?? scripts["*"] ?? { connection, _ in connection.answer(599) }
                    script(connection, request)
                }
                // Counted before it is closed: who comes next cannot be accepted before this one is gone.
                ledger.record { $0.open -= 1 }
                close(descriptor)
            }
        }
        close(listener)
    }
}

func startThread(_ body: @escaping @Sendable () -> Void) {
    final class Box: Sendable {
        let body: @Sendable () -> Void
        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }
    var thread = pthread_t()
    let context = Unmanaged.passRetained(Box(body)).toOpaque()
    let code = pthread_create(
        &thread, nil,
        { context in
            guard let context else { return nil }
            Unmanaged<Box>.fromOpaque(context).takeRetainedValue().body()
            return nil
        }, context)
    precondition(code == 0, "no thread")
    pthread_detach(thread)
}
