internal import Days
public import Folder

/// Where a file is, as a link of a page says it: every byte that could mean something in an address is percent-encoded,
/// so names may hold anything.
public enum RelativeAddress {
    public static func of(_ path: FilePath) -> String {
        PercentEncoding.text(path.bytes) { $0.isASCIIAlphanumeric || unreserved.contains($0) }
    }

    private static let unreserved = Array("-._~/".utf8)
}
