/// The values that a shell can offer in place of a placeholder of the tables.
enum CompletedValue: Equatable {
    case words([String])
    case folders
    case files
    case users
    case groups
    /// A value that is not known beforehand, such as a day, a size or a new name.
    case nothing

    /// Reads `DIR`, `[USER]`, `download|page`.
    init(_ placeholder: String) {
        let name = placeholder.prefix { $0 != ":" }.filter { !"[]…".contains($0) }
        switch name {
        case "DIR", "URL|DIR": self = .folders
        case "FILE": self = .files
        case "DAY|today|random|favorites": self = .words(["today", "random", "favorites"])
        case "USER": self = .users
        case "GROUP": self = .groups
        case _ where name.contains("|"): self = .words(name.lowercased().split(separator: "|").map(String.init))
        default: self = .nothing
        }
    }
}

extension CommandOption {
    /// `nil` for a switch.
    var completedValue: CompletedValue? { placeholder.map(CompletedValue.init) }
}

extension Command {
    var completedArgument: CompletedValue { CompletedValue(arguments.rawValue) }
}
