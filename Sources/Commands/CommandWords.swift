internal import Credits
internal import Days
internal import Exporting
internal import Favorites
internal import Folder
internal import HTTP
internal import Service
internal import Settings
internal import Setup

/// A command's options and arguments, sorted but not yet parsed.
struct CommandWords: Sendable {
    let command: Command
    let arguments: [String]
    /// The options' values by name, in the order of the command line: empty texts for a switch.
    let values: [String: [String]]
    /// NASA's day, for what `today` means and which days have not come yet.
    let today: Day

    func has(_ option: CommandOption) -> Bool {
        values[option.name] != nil
    }

    /// The last value of an option.
    func value(_ option: CommandOption) -> String? {
        values[option.name]?.last
    }

    func day(_ option: CommandOption) throws(UsageError) -> Day? {
        guard let text = value(option) else { return nil }
        return try day(text)
    }

    /// The arguments as days.
    func days() throws(UsageError) -> [Day] {
        var days: [Day] = []
        for argument in arguments { days.append(try day(argument)) }
        return days
    }

    /// The choice for an export: the arguments behind the folder as years, months or days, or what options choose.
    func exported() throws(UsageError) -> ExportRequest.Choice {
        var periods: [Period] = []
        for text in arguments.dropFirst() { periods.append(try period(text)) }
        let album = value(.exportedAlbum)
        if has(.exportedFavorites), album != nil { throw error("--favorites and --album exclude each other.") }
        if has(.exportedFavorites) || album != nil, let period = periods.first {
            throw error("\(period) goes with neither --favorites nor --album.")
        }
        if let album {
            do {
                return .album(try Album(album).path ?? "")
            } catch {
                throw self.error(error.description)
            }
        }
        return has(.exportedFavorites) ? .favorites : .days(periods)
    }

    /// The argument as a year, a month or a day; all time without one.
    func period() throws(UsageError) -> Period {
        guard let text = arguments.first else { return .all }
        return try period(text)
    }

    private func period(_ text: String) throws(UsageError) -> Period {
        if text != "\(Period.all)", let period = Period(text), Day(text) == nil {
            guard period.days.upperBound >= .first else {
                throw error("\(text) is before the first picture, that of \(Day.first).")
            }
            guard period.days.lowerBound <= today else {
                throw error("\(text) has not come yet; at NASA it is \(today).")
            }
            return period
        }
        if text.utf8.count < 10, text.utf8.first.map(\.isASCIIDigit) == true {
            throw error("\(text) is no year, month or day; write it as \(today.year), \(today.month) or \(today).")
        }
        return Period(try day(text))
    }

    /// What `verify` is to do: to look for damage, or to end disputes.
    func verification() throws(UsageError) -> Action {
        for option in [CommandOption.from, .offline] where has(option) && !has(.repair) {
            throw error("\(option.name) goes with --repair.")
        }
        if has(.accept), has(.keep) { throw error("--accept and --keep exclude each other.") }
        if has(.accept) { return .order(.accept(try disputedDays(.accept))) }
        if has(.keep) { return .order(.keep(try disputedDays(.keep))) }
        let others = OtherMirrors(places: mirrors, isOffline: has(.offline))
        return .verify(repair: has(.repair), others, json: has(.json))
    }

    /// The days of `--accept` or `--keep`: its values, and the arguments behind one.
    private func disputedDays(_ option: CommandOption) throws(UsageError) -> DisputedDays {
        let texts = (values[option.name] ?? []) + arguments
        if texts == ["all"] { return .all }
        if texts.contains("all") { throw error("“all” stands alone.") }
        var days: [Day] = []
        for text in texts { days.append(try day(text)) }
        return .named(days)
    }

    /// The mirrors of `--from`, as they are written.
    var mirrors: [String] { values[CommandOption.from.name] ?? [] }

    func time(_ option: CommandOption) throws(UsageError) -> PastTime? {
        guard let text = value(option) else { return nil }
        guard let time = PastTime(text) else {
            throw error("“\(text)” is no time; write it as \(PastTime.forms).")
        }
        return time
    }

    func reuse() throws(UsageError) -> Reuse.Answer? {
        guard let text = value(.reuse) else { return nil }
        guard let answer = Reuse.Answer(rawValue: text) else {
            throw error("--reuse is nasa, cc, copyright or not-said, not “\(text)”.")
        }
        return answer
    }

    /// The named album, or the top of `favorites/`.
    func album() throws(UsageError) -> Album {
        guard let text = value(.album) else { return .top }
        do {
            return try Album(text)
        } catch {
            throw self.error(error.description)
        }
    }

    func error(_ sentence: String) -> UsageError {
        UsageError(sentence: sentence, hint: "Usage: \(command.usage)")
    }

    /// Refuses days before the first picture and after today.
    private func day(_ text: String) throws(UsageError) -> Day {
        switch text {
        case "today": return today
        case "yesterday": return today.advanced(by: -1)
        default: break
        }
        guard let day = Day(text) else {
            throw error(
                "\(text) is not a day; write it as \(today); today and yesterday are understood too.")
        }
        guard day >= .first else { throw error("\(day) is before the first picture, that of \(Day.first).") }
        guard day <= today else { throw error("\(day) has not come yet; at NASA it is \(today).") }
        return day
    }
}

// MARK: - Addresses

extension CommandWords {
    func address(_ text: String) throws(UsageError) -> SocketAddress {
        guard let address = SocketAddress(text) else {
            throw error("“\(text)” is no address to listen at; write it as 127.0.0.1:8095 or [::1]:8095.")
        }
        return address
    }

    func publicURL() throws(UsageError) -> String? {
        guard let text = value(.publicURL) else { return nil }
        return try server(text)
    }

    /// The addresses of `--at`.
    func servers() throws(UsageError) -> [String] {
        var servers: [String] = []
        for text in values[CommandOption.servedAt.name] ?? [] { servers.append(try server(text)) }
        return servers
    }

    private func server(_ text: String) throws(UsageError) -> String {
        var text = text
        while text.hasSuffix("/") { text.removeLast() }
        let isURL = ["http://", "https://"].contains { text.hasPrefix($0) && text.utf8.count > $0.utf8.count }
        let isSpelled = text.utf8.allSatisfy { $0 > UInt8(ascii: " ") && $0 < 0x7F && !"\"<>?#\\".utf8.contains($0) }
        guard isURL, isSpelled else {
            throw error("“\(text)” is no URL of a server; write it as https://apod.example.org.")
        }
        return text
    }

    /// Whether favorites may be changed by web; `nil` where that is not said.
    func favoritesByWeb() throws(UsageError) -> Bool? {
        switch value(.favoritesByWeb) {
        case nil: return nil
        case "": return true
        case "no": return false
        case let text?: throw error("--favorites-by-web takes no “\(text)”; it stands alone, or with no.")
        }
    }

    func serving() throws(UsageError) -> ServePlan.Wish? {
        switch value(.serve) {
        case nil: return nil
        case "": return .at(ServePlan.usual)
        case "no": return .off
        case let text?: return .at(try address(text))
        }
    }
}
