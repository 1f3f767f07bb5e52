internal import Folder
internal import Glibc
internal import JSON
package import MirrorTree

/// serve's way to the daemon: the socket at which that takes stars. It waits on a thread of its own.
package actor StarClient {
    private let root: String
    private nonisolated let thread = FileThread()

    package nonisolated var unownedExecutor: UnownedSerialExecutor {
        thread.asUnownedSerialExecutor()
    }

    /// - Parameter root: The mirror's root.
    package init(root: String) { self.root = root }

    /// Whether a daemon keeps the mirror that takes stars.
    package func isHeard() -> Bool { (try? connect()) != nil }

    /// Has the daemon carry a wish out.
    package func ask(_ wish: StarWish) async -> StarOutcome {
        let (socket, mirror): (LocalSocket, String)
        do throws(StarOutcome) { (socket, mirror) = try connect() } catch { return error }
        socket.limit(StarWish.patience)
        return await withTaskCancellationHandler {
            guard socket.send(wish.message(to: mirror)), let answer = socket.receive() else { return .late }
            return (try? JSONFile.decode(StarOutcome.self, from: answer)) ?? .late
        } onCancel: {
            socket.stop()
        }
    }

    /// A connection to the daemon, and the id of the mirror that is meant. Only a daemon of this user's or root's is asked:
    /// in `/tmp` any user may have made a socket of that name.
    private func connect() throws(StarOutcome) -> (LocalSocket, mirror: String) {
        guard let tree = try? Tree.open(root) else { throw .refused("The mirror is not there. Is its disk mounted?") }
        do {
            guard let path = try DaemonFolders(of: tree)?.stars, let folder = try Folder.open(path) else {
                throw StarOutcome.noDaemon
            }
            let socket = try LocalSocket.connect(StarWish.socket, in: folder, within: StarWish.patience)
            guard let user = socket.peer?.user, user == geteuid() || user == 0 else { throw Self.strangers }
            return (socket, tree.identity.id)
        } catch let outcome as StarOutcome {
            throw outcome
        } catch SocketError.timeUp {
            throw .busy
        } catch let error as FolderError where error.isNotWritable {
            throw Self.strangers
        } catch {
            throw .noDaemon
        }
    }

    private static let strangers = StarOutcome.refused(
        "This server may not reach the mirror’s daemon: nothing was changed. That takes the daemon’s user, and setup with "
            + "--favorites-by-web.")
}
