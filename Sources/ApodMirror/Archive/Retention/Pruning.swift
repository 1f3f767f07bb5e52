internal import Days

/// What came of a prune.
struct Pruning: Equatable, Sendable {
    /// A day that went, or would go.
    struct Gone: Equatable, Sendable {
        var day: Day
        var title: String
        /// Of its picture, its JSON and its former pictures.
        var bytes: Int64
    }

    /// Oldest first.
    var gone: [Gone] = []
    /// Days that became favorites while they were on their way out, and stand where they stood.
    var putBack: [Day] = []
    /// Why nothing, or nothing more, went: whole sentences.
    var refusal: String?

    var bytes: Int64 { gone.reduce(0) { $0 + $1.bytes } }
}

extension Pruning.Gone {
    init(_ holding: Holding) {
        self.init(day: holding.day, title: holding.metadata.title, bytes: holding.bytes)
    }
}

extension Pruning {
    /// Why this pass over `favorites/` may have missed a favorite; `nil` when it saw everything.
    static func refusal(after report: FavoritesReport) -> String? {
        if let trouble = report.troubles.first { return refusal(because: trouble) }
        if report.isComplete { return nil }
        for entry in Set(report.refused.keys).inOrder {
            guard let why = report.refused[entry], case .unreadable = why else { continue }
            return refusal(because: why.sentence(entry: entry))
        }
        return refusal(because: "")
    }

    static func refusal(because reason: String) -> String {
        "Nothing more is pruned, since a favorite might have been missed. \(reason)"
    }
}
