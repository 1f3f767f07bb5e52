public import Folder

/// The places where files may have changed: names to scan, never what happened to them.
public struct Changes: Equatable, Sendable {
    /// Names below the folder. A name that came or went may be an album's, and then includes everything in it.
    public private(set) var names: Set<FilePath> = []
    /// Names in the root, of those that matter.
    public private(set) var namesInRoot: Set<FilePath> = []
    /// Whether everything must be scanned: the watch was just armed, or cannot see, or there were too many names.
    public private(set) var isAnywhere = false

    static var anywhere: Changes {
        var changes = Changes()
        changes.isAnywhere = true
        return changes
    }

    /// The number of names above which a scan of everything costs less than remembering each.
    private static let most = 32_768

    public init() {}

    var isNone: Bool { !isAnywhere && names.isEmpty && namesInRoot.isEmpty }

    mutating func note(_ name: FilePath) {
        if isAnywhere { return }
        names.insert(name)
        if names.count > Self.most { (names, isAnywhere) = ([], true) }
    }

    mutating func note(inRoot name: FilePath) {
        namesInRoot.insert(name)
    }

    mutating func add(_ later: Changes) {
        namesInRoot.formUnion(later.namesInRoot)
        if later.isAnywhere { (names, isAnywhere) = ([], true) }
        for name in later.names { note(name) }
    }
}
