import Days
import Folder

@testable import MirrorTree
@testable import Store

extension FuzzTarget {
    /// What `.apod-mirror/listing` says between its head and its sum, and a month's `SHA256SUMS`.
    static let listing = FuzzTarget("listing") { bytes in
        let file = RememberedListing.sealed(bytes)
        try promise("a torn listing is none", RememberedListing(Array(file.dropLast(1 + bytes.count % 97))) == nil)
        guard let remembered = RememberedListing(file) else { return }
        let again = RememberedListing(remembered.bytes)
        try promise("a listing is read as it was written", again?.listing == remembered.listing)
        try promise("so are its stamps", again?.listing.stamps == remembered.listing.stamps)
        try promise("so is its time", again?.whole == remembered.whole)
        _ = RememberedListing.isFresh(remembered.whole)
        try check(remembered.listing)
    }

    private static func check(_ listing: Listing) throws {
        let days = listing.days
        try promise("days are in order", zip(days.keys, days.keys.dropFirst()).allSatisfy { $0 < $1 })
        for day in days.keys {
            guard let names = days[day] else { throw BrokenPromise(description: "a day that is listed is there") }
            try promise("a day is of a month that is there", listing.months.contains(day.month))
            for name in names.files {
                try promise("a name stands in its month's folder", isPlainName(name))
                try promise("a name is of its day", Listing.day(of: FilePath(name)) == day)
            }
            let isPresent = names.hasMetadata && !names.files.isEmpty
            try promise("a day with metadata and a file is present", days.isPresent(day) == isPresent)
        }
        let present = Set(listing.presentDays)
        try promise("a day is present or waits", present.isDisjoint(with: listing.daysWithoutFile))
        for month in listing.months { _ = listing.summedNames(month) }
        try promise("every day is of one month", listing.daysOfMonth.values.joined().count == days.count)
    }

    /// A month's `SHA256SUMS`, and a commit's note of a name that is given up, which is a line of one.
    static let sums = FuzzTarget("sums") { bytes in
        if let removal = NameRemoval("2026-11-20.former", bytes) {
            try promise("a name that is given up stands in its folder", isPlainName(removal.name))
            try promise("a note is read as it was written", NameRemoval(removal.file, removal.encoded) == removal)
        }
        guard let sums = Checksums(bytes) else { return }
        for (name, sum) in sums.sums {
            try promise("a sum has 64 digits", isSum(sum))
            try promise("a name stands in its month's folder", isPlainName(name))
        }
        try promise("sums are read as they were written", Checksums(sums.encoded) == sums)
        guard let last = bytes.dropLast().last, last != UInt8(ascii: "\n") else { return }
        try promise("a torn line is no line", Checksums(bytes.dropLast()) == nil)
    }

    /// `.apod-mirror/noted-sums`, and what another mirror answers at `/sums`.
    static let held = FuzzTarget("held") { bytes in
        for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
            guard let sum = HeldSums.PeriodSum(line) else { continue }
            try promise("a period's sum is read as it was written", "\(sum)" == String(line))
        }
        guard let held = HeldSums(bytes) else { return }
        let text = held.text(of: .all)
        try promise("sums are read as they were written", HeldSums(text) == held)
        let changes = HeldChanges(from: HeldSums(), to: held)
        try promise("all days are new beside nothing", changes.new.count == held.days.count && changes.changed.isEmpty)
        let years = held.parts(of: .all).map { held.text(of: $0.period) }
        try promise("years make all", Array(years.joined()) == text)
        guard let last = bytes.dropLast().last, last != UInt8(ascii: "\n") else { return }
        try promise("a torn line is no line", HeldSums(bytes.dropLast()) == nil)
    }
}
