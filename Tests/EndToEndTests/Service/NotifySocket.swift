import Foundation
import Glibc

/// What a service says to its manager, on a socket of the test's own. Its path is short: a socket's must be.
final class NotifySocket: Sendable {
    let folder: String
    let path: String
    private let descriptor: CInt
    private let heard = Transcript()

    init() throws {
        folder = "/tmp/apod-\(UInt32.random(in: 0 ... .max))"
        path = folder + "/notify"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        descriptor = socket(AF_UNIX, CInt(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let bound = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard bound == 0 else { throw HarnessError("no socket at \(path)") }
    }

    deinit {
        close(descriptor)
        try? FileManager.default.removeItem(atPath: folder)
    }

    /// Every word so far, a line each.
    var words: [String] {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = recv(descriptor, &buffer, buffer.count, 0)
            guard count > 0 else { break }
            heard.append(buffer[..<count] + [UInt8(ascii: "\n")])
        }
        return heard.text.split(separator: "\n").map(String.init)
    }

    /// What `systemctl status` would show now.
    var status: String {
        words.last { $0.hasPrefix("STATUS=") }.map { String($0.dropFirst("STATUS=".count)) } ?? ""
    }
}
