internal import Folder
internal import Transfer

/// One commit: the changes of a window of days, made durable together.
///
/// The order is what makes a crash harmless. Every picture and every day's new JSON is written and flushed in
/// `incoming/` first; the JSON there is the intent, which the next start carries out if this one cannot
/// (``Archive/recover()``). Then, each step durable before the next: former pictures into `superseded/`, pictures to
/// their places, JSON to its place, sums, former names away. So no JSON ever claims a picture that is not there.
struct Commit {
    /// One day's share of the commit.
    struct Step {
        var metadata: Metadata
        var former: Metadata?
        var month: Folder
        var metadataFolder: Folder
        var picture: Saver.Staged?
        var intent: Saver.Staged?
        /// The name the picture had, when it gets another one.
        var abandonedName: String?
        /// Says so in `incoming/` until that name is gone.
        var farewell: Saver.Staged?
        var hasFile = false
    }

    let tree: Tree
    let saver: Saver
    let changes: [DayChange]
    /// A start carries out what it found in `incoming/`. Until that is done it stays there, whatever happens.
    let isRecovery: Bool
    var failures: [Int: any Error] = [:]
    var positions: [Int] = []
    var steps: [Step] = []
    var months: [String: (month: Folder, metadata: Folder)] = [:]

    init(_ changes: [DayChange], tree: Tree, saver: Saver, isRecovery: Bool = false) {
        self.changes = changes
        self.isRecovery = isRecovery
        self.tree = tree
        self.saver = saver
    }

    /// One outcome per change, in their order. Throws what concerns all of them, such as a full disk.
    mutating func run() throws -> [Result<Metadata, any Error>] {
        do {
            try stageAll()
            try saver.flush(steps.flatMap { [$0.picture, $0.intent, $0.farewell].compactMap(\.self) })
        } catch {
            // Nothing visible has changed: without their intents these changes never happened, and the next start does
            // not carry out what was given up. A fetched picture stays to be taken up again.
            if !isRecovery { steps.forEach(giveUp) }
            throw error
        }
        try keepFormerPictures()
        removeFormerThumbnails()
        try placePictures()
        try placeMetadata()
        try writeSums()
        try removeFormerNames()
        var outcomes = failures.mapValues { Result<Metadata, any Error>.failure($0) }
        for (position, step) in zip(positions, steps) { outcomes[position] = .success(step.metadata) }
        return changes.indices.compactMap { outcomes[$0] }
    }

    func giveUp(_ step: Step) {
        [step.intent, step.farewell].compactMap(\.self).forEach(saver.discard)
    }
}
