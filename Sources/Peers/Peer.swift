internal import Days
package import Folder
package import MirrorTree
internal import Pages
internal import Settings
package import Transfer

/// Another mirror of the same days: one in a folder, or one that answers over HTTP. It may be damaged, half filled, slow or
/// lie.
package enum Peer: Sendable {
    case folder(Tree)
    /// - Parameter site: The address below which the mirror is served, without a slash at its end.
    case server(site: String, Transfer)

    /// - Parameter place: An address, or the absolute path of a mirror's folder.
    package init(_ place: String) throws {
        guard let site = Self.site(place) else {
            self = .folder(try Tree.open(place))
            return
        }
        self = .server(
            site: site,
            Transfer(
                userAgent: Version.userAgent, limits: Transfer.Limits(), addressPolicy: .namedServer))
    }

    /// The address below which a mirror is served, where a place is one; that of its API is as good.
    package static func site(_ place: String) -> String? {
        guard place.hasPrefix("http://") || place.hasPrefix("https://") else { return nil }
        var site = place[...]
        while site.hasSuffix("/") { site.removeLast() }
        for path in APIPaths.all where site.hasSuffix(path) {
            site.removeLast(path.count)
            break
        }
        return String(site)
    }

    /// Where the mirror is, as people name it.
    package var place: String {
        switch self {
        case .folder(let tree): tree.root.path
        case .server(let site, _): site
        }
    }

    /// Whether both are the same folder, or the same address.
    package func isSame(as other: Peer) throws -> Bool {
        switch (self, other) {
        case (.folder(let tree), .folder(let other)):
            return try tree.root.status(Tree.own)?.identity == other.root.status(Tree.own)?.identity
        case (.server(let site, _), .server(let other, _)): return site == other
        case (.folder, .server), (.server, .folder): return false
        }
    }

    /// The bytes that were received over HTTP.
    fileprivate var bytesReceived: Int64 {
        switch self {
        case .folder: 0
        case .server(_, let transfer): transfer.bytesReceived
        }
    }

    /// A small file, by its path in the tree; `nil` where the mirror has none.
    package func read(_ path: FilePath) async throws(PeerError) -> [UInt8]? {
        switch self {
        case .folder(let tree):
            do {
                return try tree.root.read(path, limit: Self.maximumText)
            } catch {
                throw PeerError(reason: "\(error)", isSilence: false)
            }
        case .server(_, let transfer):
            let response: Response
            do {
                response = try await transfer.data(
                    Request(address(of: path), maximumBytes: Int64(Self.maximumText), timeLimit: .seconds(60)))
            } catch {
                throw PeerError(reason: error.description, isSilence: true)
            }
            switch response.status {
            case 200: return response.body
            case 404: return nil
            default: throw PeerError(reason: "\(response.url) answers \(response.status).", isSilence: false)
            }
        }
    }

    /// Where a file of the mirror is.
    package func address(of path: FilePath) -> String {
        switch self {
        case .folder(let tree): "\(tree.root.path)/\(path)"
        case .server(let site, _): "\(site)/\(RelativeAddress.of(path))"
        }
    }

    /// A month's sums have some kilobytes, a day's record some tens.
    private static let maximumText = 4 << 20
}

extension [Peer] {
    /// The bytes that were received over HTTP.
    package var bytesReceived: Int64 { reduce(0) { $0 + $1.bytesReceived } }
}

/// Why a peer does not give a file.
package struct PeerError: Error, Equatable, CustomStringConvertible {
    var reason: String
    /// Whether the peer itself is not there, or too slow, so that it need not be asked for anything else.
    package var isSilence: Bool

    package init(reason: String, isSilence: Bool) {
        (self.reason, self.isSilence) = (reason, isSilence)
    }

    package var description: String { reason }
}
