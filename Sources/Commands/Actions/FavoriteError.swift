internal import Days
internal import Settings

/// Why a day cannot become a favorite, or stop being one.
enum FavoriteError: ExitCoded, Equatable, CustomStringConvertible {
    case gap(Day)
    case notFavorite(Day)
    case notRemoved(Day, options: String)

    var exitCode: ExitCode { .notAllWell }

    var description: String {
        switch self {
        case .gap(let day): "NASA published no picture on \(day), so there is none to be a favorite."
        case .notFavorite(let day): "\(day) is not a favorite."
        case .notRemoved(let day, let options):
            "\(day) was never removed from the favorites. To add it: apod-mirror favorites add \(day)\(options)"
        }
    }
}
