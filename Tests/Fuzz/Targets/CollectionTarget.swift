import Days

@testable import NASA
@testable import Refresh

extension FuzzTarget {
    /// A file in somebody's collection: its path up to the first line break, and behind it what JSON beside it, or a page that was
    /// saved, says.
    static let collected = FuzzTarget("collected") { bytes in
        let end = bytes.firstIndex(of: UInt8(ascii: "\n")) ?? bytes.endIndex
        let name = AdoptableName(String(decoding: bytes[..<end], as: UTF8.self))
        try promise("a day was published", name.days.allSatisfy { $0 >= .first })
        try promise("a day is told once", Set(name.days).count == name.days.count)
        let texts = ([name.spelling] + name.endings).flatMap(\.texts)
        try promise(
            "a spelling has letters and digits", texts.allSatisfy { $0.allSatisfy { $0.isLetter || $0.isNumber } })

        let content = Array(bytes[min(end + 1, bytes.endIndex)...])
        if let note = Note(content) { try promise("a note's day was published", note.day >= .first) }
        if let entry = Entry(keptRecord: content, source: Silent()) {
            try promise("a record keeps its bytes", entry.record == content)
        }
        for day in [OldPage.day(ofFile: String(decoding: bytes[..<end], as: UTF8.self)), Day("1995-07-04")].compactMap(
            \.self)
        {
            guard let record = OldPage.record(of: content, day) else { continue }
            let entry = Entry(record: record, source: OldPage.source, base: "")
            try promise("a page's record is read again", entry?.day == day && entry?.record == record)
            try promise("a page tells a story", entry?.explanation.isEmpty == false)
        }
    }

    private struct Silent: EntrySource {
        let name = APIShape.apodBasic.rawValue
        let address = APIShape.apodBasic.publicBase

        func entries(in days: ClosedRange<Day>, watch: PassWatch) -> [DayAnswer] { [] }
    }
}
