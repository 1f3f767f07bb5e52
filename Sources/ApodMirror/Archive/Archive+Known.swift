/// What a pass reads through the archive, so that it waits on the archive's thread.
extension Archive {
    /// All that a pass looks up before it plans.
    struct Known: Sendable {
        var identity: MirrorIdentity
        var listing: Listing
        /// The JSON of days without a file; a damaged one counts as missing and is written anew.
        var withoutFile: [Day: Metadata]
        var absent: AbsentDays
        var disputes: Disputes
    }

    func known() throws -> Known {
        let listing = try list()
        var withoutFile: [Day: Metadata] = [:]
        for day in listing.daysWithoutFile { withoutFile[day] = try? tree.metadata(day) }
        return Known(
            identity: try Tree.identity(in: tree.root) ?? tree.identity, listing: listing, withoutFile: withoutFile,
            absent: try tree.absentDays, disputes: try tree.disputes)
    }

    func sourceState() throws -> SourceState {
        try tree.sourceState
    }
}
