package import Settings
internal import Words

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
        return "The daemon that keeps \(place) goes by its own settings: \(reasons.joined(separator: ", ")). "
            + "Change them where they are set and restart it, or leave out \(named.joined(separator: " and "))."
    }
}

extension Order {
    /// Whether another setting may change what the order does.
    fileprivate var goesBySettings: Bool {
        switch self {
        case .sync, .repair, .accept, .prune, .gallery: true
        case .hide, .unhide, .damaged, .status: false
        }
    }

    fileprivate var reachesBack: Bool { self == .sync(since: nil, until: nil) }
}
