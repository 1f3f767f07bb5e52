internal import CInotifyTools
internal import Folder

/// What the events that lay ready together ask for.
struct Burst {
    let place: Place
    let rootWatch: CInt
    private(set) var count = 0
    private(set) var isHint = false
    /// Where folders came into albums, and which albums went.
    private(set) var folders: [Inotify.Event] = []
    /// Something watched is elsewhere, or unknown: the instance must be made anew.
    private(set) var isStale = false

    private static let stale = UInt32(IN_Q_OVERFLOW | IN_UNMOUNT | IN_MOVE_SELF)
    private static let gone = UInt32(IN_IGNORED | IN_DELETE_SELF)
    private static let arrived = UInt32(IN_CREATE | IN_MOVED_TO)

    init(place: Place, rootWatch: CInt) {
        self.place = place
        self.rootWatch = rootWatch
    }

    mutating func add(_ event: Inotify.Event) {
        count += 1
        if event.mask & Self.stale != 0 {
            isStale = true
        } else if event.mask & UInt32(IN_CLOSE_NOWRITE) != 0 {
            // The control folder's: the session knows whether it was the sign to stop, or somebody else looked into it.
        } else if event.watch == rootWatch {
            if event.mask & Self.gone != 0 || event.name == place.folder {
                isStale = true
            } else if !isHint, place.matters(event.name) {
                isHint = true
            }
        } else {
            isHint = true
            let isArrival = event.mask & UInt32(IN_ISDIR) != 0 && event.mask & Self.arrived != 0
            if isArrival || event.mask & UInt32(IN_IGNORED) != 0 { folders.append(event) }
        }
    }
}
