import Foundation
import Glibc
import SampleNASA

/// A mirror that the real `apod-mirror serve` answers for, on a port of its own.
final class ServedMirror: Sendable {
    let program: Program
    let child: Child
    let root: String
    /// `127.0.0.1:40123`
    let address: String

    var origin: String { "http://\(address)" }
    var port: UInt16 { UInt16(address.split(separator: ":").last ?? "") ?? 0 }

    /// Returns when it listens.
    ///
    /// - Parameter starter: a program, by its path, that becomes this one.
    init(
        _ program: Program, adding words: [String] = [], root: String? = nil, port: UInt16? = nil,
        through starter: [String] = []
    ) async throws {
        self.program = program
        self.root = root ?? program.root
        let place = root.map { ["APOD_MIRROR_MIRROR": $0] } ?? [:]
        func start() async throws -> (child: Child, address: String?) {
            let listen = try "127.0.0.1:\(port ?? LastingPort.find())"
            let child = try program.start(["serve", "--listen", listen] + words, adding: place, through: starter)
            var found: String?
            try await eventually("a word about the address") {
                found = child.errors.text.firstMatch(of: #/http:\/\/([0-9.:]+)\//#).map { String($0.1) }
                return found != nil || child.hasEnded
            }
            return (child, found)
        }
        var started = try await start()
        // A port that was free may be another program's a moment later; then it is another one.
        for _ in 0..<5 where started.address == nil && port == nil && started.child.errors.text.contains(Self.taken) {
            started = try await start()
        }
        guard let found = started.address else { throw HarnessError("serve ended: \(started.child.errors.text)") }
        (child, address) = (started.child, found)
    }

    /// What it says of a port that another program listens on.
    private static let taken = String(cString: strerror(EADDRINUSE))

    deinit { child.send(SIGKILL) }

    /// Of a mirror of so many days, made for it.
    ///
    /// - Parameters:
    ///   - isLegacy: whether from the old API, which has other words than the new one.
    ///   - words: for `serve`.
    static func fresh(
        _ days: Int, isLegacy: Bool = false, adding words: [String] = [], change: (SampleNASA) -> Void = { _ in }
    ) async throws -> ServedMirror {
        let program = try Program(ServedDays.last(days))
        change(program.server)
        let source = isLegacy ? ["--source", "planetary-apod=\(program.server.planetaryURL)"] : []
        let made = try await program.start(["sync", "--create", "--history", "\(days)"] + source).end()
        guard made.code == 0 else { throw HarnessError("sync: \(made.errors)") }
        return try await ServedMirror(program, adding: words)
    }

    func get(
        _ target: String, _ method: String = "GET", as host: String? = nil, headers: [String] = [],
        from source: UInt32? = nil
    ) async throws -> RawAnswer {
        try await Self.ask(target, at: port, method, as: host, headers: headers, from: source)
    }

    func json(_ target: String) async throws -> Any {
        try await JSONSerialization.jsonObject(with: Data(get(target).body), options: .fragmentsAllowed)
    }

    /// Everything that comes back until the server ends the connection.
    func send(_ text: String) async throws -> [UInt8] { try await Self.send(text, to: port) }

    /// What any server of this machine says.
    ///
    /// - Parameters:
    ///   - host: the name that the client calls it by.
    ///   - source: the last numbers of the address in 127.0.0.0/8 that the client has.
    static func ask(
        _ target: String, at port: UInt16, _ method: String = "GET", as host: String? = nil, headers: [String] = [],
        from source: UInt32? = nil
    ) async throws -> RawAnswer {
        let host = host ?? "127.0.0.1:\(port)"
        let lines = ["\(method) \(target) HTTP/1.1", "Host: \(host)", "Connection: close"] + headers
        return try await RawAnswer(send((lines + ["", ""]).joined(separator: "\r\n"), to: port, from: source))
    }

    /// On a thread of its own: who waits for a socket on one of the two that all tests share holds up all of them.
    private static func send(_ text: String, to port: UInt16, from source: UInt32? = nil) async throws -> [UInt8] {
        try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread {
                continuation.resume(
                    with: Result {
                        let connection = try Connection(port: port, from: source)
                        connection.send(Array(text.utf8))
                        return connection.readAll()
                    })
            }
        }
    }
}
