internal import Days
internal import Folder

/// The meaning of an entry of `favorites/`, as far as text can tell.
enum Meaning: Equatable, Sendable {
    /// The target names a day's file: rules 1 and 2 of ``LinkReading``. Whether the mirror has that day is another
    /// question.
    case day(Day)
    /// The mirror's `Today.jpg` or `Today.json`.
    case today
    /// Another entry of `favorites/`, as a path below it. The caller, which knows the entries, follows the chain.
    case entry(FilePath)
    /// A target inside the mirror that is no day's file, or a shortcut that is never parsed: only the entry's own name
    /// can say the day (rule 3, ``EntryName``).
    case named
    case refused(Refusal)
}
