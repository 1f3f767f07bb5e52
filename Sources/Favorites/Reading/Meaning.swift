internal import Days
internal import Folder

/// What an entry of `favorites/` means, as far as text can tell.
enum Meaning: Equatable, Sendable {
    /// The target names a day's file: rules 1 and 2 of ``LinkReading``. Whether the mirror has that day is another
    /// question.
    case day(Day)
    /// The mirror's `Today.jpg` or `Today.json`.
    case today
    /// Another entry of `favorites/`, as a path below it. Whoever knows the entries follows the chain.
    case entry(FilePath)
    /// Inside the mirror and no day's file, or a shortcut that is never parsed: only the entry's own name can say the
    /// day (rule 3, ``EntryName``).
    case named
    case refused(Refusal)
}
