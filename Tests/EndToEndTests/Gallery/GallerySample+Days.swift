import Days
import SampleNASA

extension GallerySample {
    /// The last fourteen months, and the month of this day in six years before.
    static var inventedDays: [SampleDay] {
        let recent = [Day("2025-10-01"), Day("2026-11-20")].compactMap { $0 }
        var days = Array(recent[0]...recent[1])
        for year in [2000, 2008, 2012, 2016, 2021, 2023] {
            if let first = Day(year: year, month: 11, day: 1) { days += Array(first...first.advanced(by: 29)) }
        }
        return days.compactMap { SampleDay.generated($0.description) }
    }
}
