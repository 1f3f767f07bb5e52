import Foundation
import Glibc

/// What nobody means well with: a `favorites/` full of traps, and one favorite among them.
struct HostileEntries {
    let mirror: KeptMirror
    /// Everything that links lead to outside the root; nothing of it may be touched.
    var outside: String { mirror.program.folder + "/outside" }

    /// Ends up in `favorites/`; `refused` of it are no favorites.
    static let refused = 18

    func make() async throws {
        try await mirror.shell(Self.script)
        try makeSocket(at: mirror.program.root + "/favorites", "socket")
    }

    private static let script = #"""
        mkdir ../outside; printf secret > ../outside/secret
        cd favorites
        ln -s loop loop
        ln -s to-and fro; ln -s fro to-and
        ln -s . here
        ln -s "$(printf 'x/%.0s' $(seq 1 2000))" long-target
        ln -s "../$(printf '../%.0s' $(seq 1 1300))etc/shadow" up-and-up
        ln -s /etc/shadow "$(printf 'n%.0s' $(seq 1 255))"
        ln -s "$OUTSIDE/secret" "$(printf 'line\nApod: fine\033[2J')"
        ln -s "$(printf '%s/secret\nand more' "$OUTSIDE")" newline-target
        ln -s /etc/shadow shadow
        ln -s /proc/self/mem proc
        ln -s /proc/1/root/etc proc-folder
        ln -s "$OUTSIDE/secret" secret
        ln -s "$OUTSIDE" "$ONE_DAY outside"
        ln -s "../$ONE_MONTH/../../../outside/secret" "$TWO_NAME"
        mkfifo fifo
        printf 'not readable by its name' > 'no
        picture'
        printf '%s' "$OUTSIDE" | head -c 0 > empty.part
        ln -s "$ROOT/$THREE" "$(printf 'three \377\376.jpg')"
        mkdir "$(printf 'Sky \303')"; ln -s "$ROOT/$THREE" "$(printf 'Sky \303/three')"
        """#

    /// By the folder's descriptor: a socket's address has little room.
    private func makeSocket(at folder: String, _ name: String) throws {
        let directory = open(folder, O_RDONLY | O_DIRECTORY)
        let socket = Glibc.socket(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0)
        defer {
            close(directory)
            close(socket)
        }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: "/proc/self/fd/\(directory)/\(name)".utf8) }
        let bound = withUnsafePointer(to: &address) { address in
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(socket, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard bound == 0 else { throw HarnessError("no socket could be made") }
    }

    /// Every entry's kind, inode, length and target, and the bytes of what lies outside.
    func facts() async throws -> Set<String> {
        let script = #"""
            find favorites -mindepth 1 ! -type d ! -name .apod-mirror -printf '%y %i %s %m %U %P -> %l\0'
            find ../outside -printf '%p %i %s %m %T@\0'
            cat ../outside/secret
            """#
        return Set(try await mirror.shell(script).split(separator: "\0").map(String.init))
    }
}
