package import Days
package import Favorites
package import Gallery
package import MirrorTree
package import Refresh
package import Settings

/// A change that a command wants made to the mirror. The process that holds the mirror makes it: this one, or the
/// daemon.
///
/// An order goes over the control socket by the names of its case and values. A case that comes to mean something else has
/// to get another name: a daemon of another version then does not hear the order, and never carries out half of it.
package enum Order: Codable, Equatable, Sendable {
    /// Fetches all that is due, or these days, and from other mirrors what NASA does not give.
    case fetch(since: Day?, until: Day?, from: OtherMirrors)
    case hide([Day])
    case unhide([Day])
    /// Brings back the days that were found damaged. Other mirrors give what NASA does not, and days that are missing.
    case mend([Day], from: OtherMirrors)
    /// Remembers, for `status`, what is damaged of these days, in which a check of the mirror found damage.
    case damaged([Day])
    /// Makes the words of these days anew from their records; of all days where none is named.
    case reread([Day])
    /// Takes what is new of disputed days.
    case accept(DisputedDays)
    /// Keeps what is stored of disputed days, and has what is disputed be so no more.
    case keep(DisputedDays)
    /// Makes or removes links in `favorites/`.
    case favorites(FavoritesOrder)
    /// Removes what the setting `keep` does not cover.
    case prune
    /// Makes all thumbnails and pages anew.
    case gallery
    /// Takes pictures from a folder in which somebody collected them.
    case adopt(FolderToImport)
    /// Notes the sums of all that the mirror holds.
    case noteSums
    /// Changes nothing: asks how the mirror and its daemon are.
    case status
}

/// Mirrors that days may be taken from; with none of them NASA stands alone.
package struct OtherMirrors: Codable, Equatable, Sendable {
    /// Addresses, and absolute paths of folders.
    package var places: [String] = []
    /// Whether NASA is not asked.
    package var isOffline = false

    package init(places: [String] = [], isOffline: Bool = false) {
        self.places = places
        self.isOffline = isOffline
    }
}

/// The disputed days that a word of the owner's is about.
package enum DisputedDays: Codable, Equatable, Sendable {
    case all
    case named([Day])
}

/// A folder of pictures that somebody collected, and how they come into the mirror.
package struct FolderToImport: Codable, Equatable, Sendable {
    /// The absolute path.
    package var path: String
    package var manner: OfferedCollection.Manner
    /// Whether NASA is not asked.
    package var isUnchecked: Bool
    package var wantsJSON: Bool

    package init(path: String, manner: OfferedCollection.Manner, isUnchecked: Bool, wantsJSON: Bool) {
        (self.path, self.manner) = (path, manner)
        (self.isUnchecked, self.wantsJSON) = (isUnchecked, wantsJSON)
    }
}

extension Order {
    /// How much of thumbnails and pages is updated after the order.
    package var extent: GalleryUpdater.Extent {
        switch self {
        case .fetch, .adopt: .missing
        // A repair makes missing thumbnails itself, since it reports what is left.
        case .mend, .hide, .unhide, .damaged, .accept, .keep, .reread, .favorites, .prune,
            .gallery, .noteSums, .status:
            .news
        }
    }
}

/// An order with what its answer depends on.
package struct ControlRequest: Codable, Sendable {
    package var order: Order
    /// The id of the mirror that the order is for: by now a daemon of another mirror may listen at the same socket.
    package var mirror: String
    /// The mirror's root as the user writes it.
    package var place: String
    /// The options that a suggested command must repeat to mean this mirror.
    package var options: String
    package var settings: NamedSettings
    package var isQuiet: Bool
    /// Whether a user watches a progress bar.
    package var wantsProgress: Bool

    package init(
        order: Order, mirror: String, place: String, options: String, settings: NamedSettings, isQuiet: Bool,
        wantsProgress: Bool
    ) {
        self.order = order
        self.mirror = mirror
        self.place = place
        self.options = options
        self.settings = settings
        self.isQuiet = isQuiet
        self.wantsProgress = wantsProgress
    }
}

/// A message that comes back while an order is carried out; the last one is ``ended(_:)``.
package enum Reply: Codable, Sendable {
    /// A line of the answer.
    case line(String)
    case complaint(String)
    case event(MirrorEvent)
    /// Bytes of all downloads so far.
    case received(Int64)
    case status(MirrorStatus)
    /// The order has ended, with this exit code.
    case ended(Int32)
}

// MARK: - Settings of a command line

/// The settings that a command line names besides the mirror. A daemon goes by its own settings and refuses an order
/// that names others, so that no user takes them for applied.
package struct NamedSettings: Codable, Equatable, Sendable {
    /// The values by key, as they may be written.
    var values: [String: String] = [:]
}

extension NamedSettings {
    package init(_ loaded: LoadedConfiguration) {
        for setting in Setting.all where !["mirror", "aliases"].contains(setting.key) {
            guard loaded.origin(of: setting) == .commandLine else { continue }
            values[setting.key] = setting.value(in: loaded.configuration)
        }
    }

    /// How far back a sync is to reach from now on.
    var history: History? { values["history"].flatMap { History($0) } }

    /// The reason why a daemon with these settings does not carry out an order; `nil` where it does.
    ///
    /// - Parameter place: the daemon's mirror, as the user writes it.
    func refusal(of order: Order, by own: Configuration, place: String) -> String? {
        var (named, reasons) = ([String](), [String]())
        for setting in Setting.all where order.goesBySettings {
            guard let value = values[setting.key] else { continue }
            if setting.key == "history" {
                guard let history, order.reachesBack, own.keep.isShorter(than: history) else { continue }
                reasons.append("keep is \(own.keep), which is shorter")
            } else {
                let there = setting.value(in: own)
                guard there != value else { continue }
                reasons.append("\(setting.key) is \(there.isEmpty ? "none" : printable(there))")
            }
            named.append(setting.option)
        }
        guard !named.isEmpty else { return nil }
        return "The daemon that keeps \(place) uses its own settings: \(reasons.joined(separator: ", ")). "
            + "Change them where they are set and restart it, or leave out \(named.joined(separator: " and "))."
    }
}

extension Order {
    /// Whether another setting may change what the order does.
    fileprivate var goesBySettings: Bool {
        switch self {
        case .fetch, .adopt, .mend, .accept, .prune, .gallery: true
        case .hide, .unhide, .damaged, .keep, .reread, .favorites, .noteSums, .status: false
        }
    }

    fileprivate var reachesBack: Bool {
        switch self {
        case .fetch(since: nil, until: nil, _): true
        default: false
        }
    }
}
