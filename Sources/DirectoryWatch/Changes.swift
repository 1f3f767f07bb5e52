internal import CInotifyTools
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

    mutating func insert(_ name: FilePath) {
        if isAnywhere { return }
        names.insert(name)
        if names.count > Self.most { (names, isAnywhere) = ([], true) }
    }

    mutating func insert(inRoot name: FilePath) {
        namesInRoot.insert(name)
    }

    mutating func add(_ later: Changes) {
        namesInRoot.formUnion(later.namesInRoot)
        if later.isAnywhere { (names, isAnywhere) = ([], true) }
        for name in later.names { insert(name) }
    }
}

/// The changes of all events that were ready together.
struct Burst {
    let place: Place
    let rootWatch: CInt
    private(set) var count = 0
    private(set) var changes = Changes()
    /// Whether the folder itself was moved or events were lost, so that the instance must be made anew.
    private(set) var isStale = false

    private static let stale = UInt32(IN_Q_OVERFLOW | IN_UNMOUNT)
    private static let gone = UInt32(IN_IGNORED | IN_DELETE_SELF | IN_MOVE_SELF)

    init(place: Place, rootWatch: CInt) {
        self.place = place
        self.rootWatch = rootWatch
    }

    mutating func add(_ event: Inotify.Event, in albums: inout Albums) {
        count += 1
        if event.mask & Self.stale != 0 {
            isStale = true
        } else if event.mask & UInt32(IN_CLOSE_NOWRITE) != 0 {
            // The control folder was closed, to stop or by another process that read it: the session knows.
        } else if event.watch == rootWatch {
            if event.mask & Self.gone != 0 || event.name == place.folder {
                isStale = true
            } else if place.matters(event.name) {
                changes.insert(inRoot: event.name)
            }
        } else if let name = albums.apply(event) {
            changes.insert(name)
        }
    }

    /// Watches new albums and unwatches those that left. It comes before the changes are reported, so that the scan
    /// they cause sees everything from before the watch.
    mutating func settle(_ albums: inout Albums, with inotify: inout Inotify, in root: Folder) throws(WatchError) {
        for album in try albums.settle(with: &inotify, in: root) { changes.insert(album) }
    }
}
