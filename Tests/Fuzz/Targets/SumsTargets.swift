import Days
import Folder

@testable import MirrorTree
@testable import Store

extension FuzzTarget {
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
