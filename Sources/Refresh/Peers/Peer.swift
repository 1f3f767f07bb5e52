package import Days
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
            Transfer(userAgent: Version.userAgent, limits: Transfer.Limits(), addressPolicy: .namedServer))
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

    /// A small file, by its path in the tree; `nil` where the mirror has none.
    package func read(_ path: FilePath) async throws(PeerError) -> [UInt8]? {
        switch self {
        case .folder(let tree):
            do {
                return try tree.root.read(path, limit: Self.maximumText)
            } catch {
                throw PeerError(description: "\(error)", isSilence: false)
            }
        case .server(_, let transfer):
            let response: Response
            do {
                response = try await transfer.data(
                    Request(address(of: path), maximumBytes: Int64(Self.maximumText), timeLimit: .seconds(60)))
            } catch {
                throw PeerError(description: error.description, isSilence: true)
            }
            switch response.status {
            case 200: return response.body
            case 404: return nil
            default: throw PeerError(description: "\(response.url) answers \(response.status).", isSilence: false)
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

    package func testimony(ofMonth month: String) async throws(PeerError) -> MonthTestimony {
        MonthTestimony(
            pictures: try await sums(in: Tree.monthPath(month).appending("metadata")),
            records: try await sums(in: Tree.publishedPath(month)))
    }

    private func sums(in folder: FilePath) async throws(PeerError) -> [String: String] {
        (try await read(folder.appending(Checksums.file))).flatMap { Checksums($0) }?.sums ?? [:]
    }

    /// The day's record as NASA served it.
    package func record(_ day: Day) async throws(PeerError) -> [UInt8]? {
        try await read(Tree.recordPath(day))
    }

    /// The day's metadata, where they are what a mirror wrote.
    package func metadata(_ day: Day) async throws(PeerError) -> Metadata? {
        guard let bytes = try await read(Tree.metadataPath(day)), MetadataSum(of: bytes) == .right else { return nil }
        return try? Metadata(bytes, of: day)
    }
}

extension [Peer] {
    /// The bytes that were received over HTTP.
    package var bytesReceived: Int64 {
        reduce(0) { sum, peer in if case .server(_, let transfer) = peer { sum + transfer.bytesReceived } else { sum } }
    }
}

/// Why a peer does not give a file.
package struct PeerError: Error, Equatable, CustomStringConvertible {
    package let description: String
    /// Whether the peer itself is not there, or too slow, so that it need not be asked for anything else.
    package let isSilence: Bool
}

/// The files of a month's days, as a mirror's two SHA256SUMS tell them. A page of ours that stands for a video is not among
/// them: each mirror writes its own.
package struct MonthTestimony: Sendable {
    fileprivate let pictures: [String: String]
    fileprivate let records: [String: String]

    package func picture(of day: Day) -> (name: FilePath, sum: String)? {
        let named = pictures.first { name, _ in
            Listing.day(of: FilePath(name)) == day && !name.hasSuffix(".\(VideoPage.suffix)")
        }
        return named.map { (FilePath($0.key), $0.value) }
    }

    package func sums(of day: Day) -> HeldSums.DaySums {
        .init(picture: picture(of: day)?.sum, record: records["\(Tree.recordName(day))"])
    }
}
