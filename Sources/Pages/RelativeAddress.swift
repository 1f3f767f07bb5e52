internal import Days
public import Folder

/// A file's path as the relative address in a link. Every byte with a meaning in addresses is percent-encoded, so names
/// may hold anything.
public enum RelativeAddress {
    public static func of(_ path: FilePath) -> String {
        PercentEncoding.text(path.bytes) { $0.isASCIIAlphanumeric || unreserved.contains($0) }
    }

    private static let unreserved = Array("-._~/".utf8)
}
