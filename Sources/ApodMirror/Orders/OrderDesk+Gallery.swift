internal import Days
internal import Folder
internal import Words

extension OrderDesk {
    /// Makes all that people look at anew.
    func gallery() async throws -> ExitCode {
        guard showcase.maker != nil || showcase.gallery != nil else {
            say(.complaint("apod-mirror: The settings gallery and thumbnails are both off; there is nothing to make."))
            return .notAllWell
        }
        try archive.claim.check()
        let listing = try await archive.perform { try $0.store.list() }
        // A daemon's own work may tell of a day, too.
        let told = Monitor<[Day: Bool]>([:])
        try await archive.events.heard { event in
            say(.event(event))
            guard case .thumbnail(let day, let news) = event else { return }
            told.withLock { $0[day] = news == .made || $0[day] == true }
        } during: {
            try await showcase.follow(.everything) {}
        }
        if !errand.isQuiet {
            let days = told.withLock { $0 }
            let (thumbnails, without) = (days.count { $0.value }, days.count { !$0.value })
            let months = Set(listing.days.keys.map(\.month)).count
            let facts = [
                showcase.maker.map { _ in Quantity.plural(thumbnails, "day") + " with thumbnails" },
                without > 0 ? "\(Quantity.count(without)) without" : nil,
                showcase.gallery.map { _ in "the pages of \(Quantity.plural(months, "month"))" },
            ]
            line("Made " + facts.compactMap(\.self).joined(separator: ", ") + ".")
        }
        return .fine
    }
}
