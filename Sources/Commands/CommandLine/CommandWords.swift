internal import Days
internal import Favorites
internal import HTTP
internal import Settings

/// A command's options and arguments, sorted but not yet parsed.
struct CommandWords: Sendable {
    let command: Command
    let arguments: [String]
    /// The options' values by name, in the order of the command line: empty texts for a switch.
    let values: [String: [String]]
    /// NASA's day, for what `today` means and which days have not come yet.
    let today: Day

    func has(_ option: CommandOption) -> Bool { values[option.name] != nil }

    /// The last value of an option.
    func value(_ option: CommandOption) -> String? { values[option.name]?.last }

    /// All values of an option.
    func all(_ option: CommandOption) -> [String] { values[option.name] ?? [] }

    /// The only one of these options that is there.
    func onlyOne(of options: [CommandOption]) throws(UsageError) -> CommandOption? {
        let ways = options.filter(has)
        if ways.count > 1 { throw error("\(ways[0].name) and \(ways[1].name) exclude each other.") }
        return ways.first
    }

    func error(_ sentence: String) -> UsageError {
        UsageError(sentence: sentence, hint: "Usage: \(command.usage)")
    }
}

// MARK: - Days

extension CommandWords {
    func day(_ option: CommandOption) throws(UsageError) -> Day? {
        guard let text = value(option) else { return nil }
        return try day(text)
    }

    /// The arguments as days.
    func days() throws(UsageError) -> [Day] {
        try days(arguments)
    }

    func days(_ texts: [String]) throws(UsageError) -> [Day] {
        var days: [Day] = []
        for text in texts { days.append(try day(text)) }
        return days
    }

    /// The argument as a year, a month or a day; all time without one.
    func period() throws(UsageError) -> Period {
        guard let text = arguments.first else { return .all }
        return try period(text)
    }

    func period(_ text: String) throws(UsageError) -> Period {
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

// MARK: - Values that several commands take

extension CommandWords {
    /// The album that an option names.
    func album(_ option: CommandOption) throws(UsageError) -> Album? {
        guard let text = value(option) else { return nil }
        do {
            return try Album(text)
        } catch {
            throw self.error(error.description)
        }
    }

    func address(_ text: String) throws(UsageError) -> SocketAddress {
        guard let address = SocketAddress(text) else {
            throw error("“\(text)” is no address to listen at; write it as 127.0.0.1:8095 or [::1]:8095.")
        }
        return address
    }

    func server(_ text: String) throws(UsageError) -> String {
        var text = text
        while text.hasSuffix("/") { text.removeLast() }
        let isURL = ["http://", "https://"].contains { text.hasPrefix($0) && text.utf8.count > $0.utf8.count }
        let isSpelled = text.utf8.allSatisfy { $0 > UInt8(ascii: " ") && $0 < 0x7F && !"\"<>?#\\".utf8.contains($0) }
        guard isURL, isSpelled else {
            throw error("“\(text)” is no URL of a server; write it as https://apod.example.org.")
        }
        return text
    }

    /// Whether an option stands there alone, which is a yes, or with no; `nil` where it is left out.
    func yesOrNo(_ option: CommandOption) throws(UsageError) -> Bool? {
        switch value(option) {
        case nil: return nil
        case "", "yes": return true
        case "no": return false
        case let text?: throw error("\(option.name) takes no “\(text)”; it stands alone, or with no.")
        }
    }
}
