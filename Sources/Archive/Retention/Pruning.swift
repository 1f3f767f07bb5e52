package import Days
internal import Favorites
internal import MirrorTree

/// The result of a prune.
package struct Pruning: Equatable, Sendable {
    /// A day that went, or would go.
    package struct Gone: Equatable, Sendable {
        package var day: Day
        package var title: String
        /// The size of its picture, its JSON and its former pictures.
        package var bytes: Int64
    }

    /// The days that went, oldest first.
    package var gone: [Gone] = []
    /// Days that became favorites while they were on their way out, and stand where they stood.
    package var putBack: [Day] = []
    /// Why nothing, or nothing more, went, in whole sentences.
    package var refusal: String?

    package init(gone: [Gone] = [], putBack: [Day] = [], refusal: String? = nil) {
        self.gone = gone
        self.putBack = putBack
        self.refusal = refusal
    }

    package var bytes: Int64 { gone.reduce(0) { $0 + $1.bytes } }
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
