internal import Days
internal import NASA
internal import Service
internal import Settings
internal import Words

/// One run of a command: the settings it works with and where it prints.
struct Session: Sendable {
    let configuration: Configuration
    let surroundings: Surroundings
    let output: Output
    let eastern: EasternTime
    let nasa: NASAClock
    let log: Log
    /// What a suggested command must repeat to mean the same mirror and source; empty when the settings say it anyway.
    let sameOptions: String
    /// What the command line says of how things are to be.
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
