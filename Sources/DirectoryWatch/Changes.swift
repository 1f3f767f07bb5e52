public import Folder

/// Where something may have changed: names to look at, never what happened to them.
public struct Changes: Equatable, Sendable {
    /// Below the folder. A name that came or went may be an album's, and stands for all that lies in it.
    public private(set) var names: Set<FilePath> = []
    /// In the root, of those that matter.
    public private(set) var namesInRoot: Set<FilePath> = []
    /// Nobody knows where: the watch was just armed, or cannot see, or more came than is worth being told one by one.
    public private(set) var isAnywhere = false

    static var anywhere: Changes {
        var changes = Changes()
        changes.isAnywhere = true
        return changes
    }

    /// Above it, to look at everything costs less than to remember each.
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
