internal import Days
internal import NASA
internal import Service
internal import Settings
internal import Words

/// A run of a command: the settings it works with and where it prints.
struct Session: Sendable {
    let configuration: Configuration
    let surroundings: Surroundings
    let output: Output
    let eastern: EasternTime
    let nasa: NASAClock
    let log: Log
    /// Options that a suggested command must repeat to mean the same mirror and source, if this call had any.
    let sameOptions: String
    /// The settings that the command line names, besides the mirror.
    let named: NamedSettings

    var isQuiet: Bool { log.threshold <= .warning }

    /// NASA's day.
    func today() -> Day {
        eastern.day(at: Int(Timestamp.now.seconds))
    }

    /// A path as the owner would write it.
    func shown(_ path: String) -> String {
        Quantity.path(path, home: surroundings.home)
    }
}
