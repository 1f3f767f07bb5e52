internal import Days
internal import Folder

/// A running archive's memory of the vault, so that a pass without news costs a few status calls for each day.
struct VaultMemory {
    /// The state of a day when the vault was found in line with its month.
    struct Kept {
        var picture: FilePath
        var look: Int
    }

    var days: [Day: Kept] = [:]
    /// Days of which a file in the vault is the month's very file, as of their last check. A file that becomes that has
    /// another link count then, so that its day is checked again.
    var shared: Set<Day> = []
    /// Days in ``shared`` that could not be copied, and why: tried again the next day.
    var uncopied: [Day: String] = [:]
    /// Days in ``shared`` whose copies the disk had no room for, with what they take: tried again once it has.
    var crowded: [Day: Int64] = [:]
    /// Whether all that stands in the vault is durable. A process that was killed may have left names that are not.
    var isSynced = false
}
