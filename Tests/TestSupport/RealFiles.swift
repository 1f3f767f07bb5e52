package import Foundation

/// Files of NASA's real days. They are no part of the project: they lie in `shared/data`, beside the checkout or beside its
/// parent.
package enum RealFiles {
    /// The days of thirty years; `APOD_ARCHIVE` can name another place, and is believed.
    package static let archive =
        ProcessInfo.processInfo.environment["APOD_ARCHIVE"] ?? path(of: "apod-archive.json.gz")

    /// Half of the links that stories place to other days.
    package static let links = path(of: "story-links.json.gz")

    package static func unpacked(_ path: String) throws -> Data {
        Data(try Command(["gzip", "--decompress", "--stdout", path]).output())
    }

    private static func path(of name: String) -> String? {
        ["../shared", "../../shared"]
            .map { Document.checkout.appending(path: "\($0)/data/\(name)").standardized.path }
            .first { FileManager.default.fileExists(atPath: $0) }
    }
}
