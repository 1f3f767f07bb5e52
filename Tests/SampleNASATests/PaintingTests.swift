import Testing

@testable import SampleNASA

@Suite struct PaintingTests {
    /// Stars of a cluster may lie beyond the edge, by more than they shine.
    @Test(arguments: ["2026-03-01", "2026-03-09", "2026-04-22"])
    func `A star beyond the edge is not painted`(date: String) throws {
        let day = try #require(SampleDay.generated(date))
        let picture = try #require(day.picture)
        #expect(PictureCheck.isWhole(Studio().original(picture, of: day.day)))
    }

    @Test(arguments: 2024...2026) func `Every day of a year can be painted`(year: Int) {
        let studio = Studio()
        var day = CalendarDay.named("\(year)-01-01")
        while day.year == year {
            if let picture = SampleDay.generated(day, like: day, pictureSize: .varied)?.picture {
                #expect(PictureCheck.isWhole(studio.rendition(picture, of: day, width: 150)), "\(day.text)")
            }
            day = day.advanced(by: 1)
        }
    }

    @Test(arguments: [(1, 1), (1, 90), (90, 1), (40, 300), (300, 40)])
    func `Every subject can be painted at any size`(width: Int, height: Int) {
        for seed in 0..<60 {
            let raster = Scene(seed: UInt64(seed)).painted(width: width, height: height)
            #expect(raster.pixels.count == width * height * 3)
        }
    }
}
