package import Archive
package import Settings
internal import Words

/// The report of a prune, for a person. Pure.
package struct PruneReport: Sendable {
    package var pruning: Pruning
    package var keep: Keep
    /// Options that a suggested command must repeat to mean this mirror.
    package var options = ""
    package var isDryRun = false

    package init(pruning: Pruning, keep: Keep, options: String = "", isDryRun: Bool = false) {
        self.pruning = pruning
        self.keep = keep
        self.options = options
        self.isDryRun = isDryRun
    }

    /// A line a day, and the sum.
    package var lines: [String] {
        guard keep != .forever else {
            return [
                "Nothing is ever pruned: keep is forever. To let pictures go after a year, set keep to \"365 days\". "
                    + "To see what would go then: apod-mirror prune --dry-run --keep 365\(options)"
            ]
        }
        let nothing = pruning.refusal == nil ? "Nothing to prune: keep is \(keep)." : nil
        return pruning.gone.map { "\($0.day) \($0.title) (\(Quantity.bytes(Int($0.bytes))))" }
            + pruning.putBack.map { "\($0) became a favorite meanwhile, and stays." }
            + [sum ?? nothing].compactMap(\.self)
    }

    /// `nil` where nothing goes.
    var sum: String? {
        if pruning.gone.isEmpty { return nil }
        let size = "\(Quantity.plural(pruning.gone.count, "day")), \(Quantity.bytes(Int(pruning.bytes)))"
        return isDryRun ? "Would go: \(size). To let them go: apod-mirror prune\(options)" : "Pruned: \(size)."
    }
}
