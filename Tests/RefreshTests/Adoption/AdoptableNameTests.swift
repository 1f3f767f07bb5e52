import Days
import Testing

@testable import MirrorTestSupport
@testable import Refresh

@Suite struct AdoptableNameTests {
    @Test(arguments: [
        ("2026-07-04.jpg", ["2026-07-04"]),
        ("apod-2026-07-04.jpg", ["2026-07-04"]),
        ("2026_07_04 M64 in Webb's eyes.png", ["2026-07-04"]),
        ("apod20260704_hd.jpg", ["2026-07-04"]),
        ("ap260704.jpg", ["2026-07-04"]),
        ("ap950616.gif", ["1995-06-16"]),
        ("2026/07/04/picture.jpg", ["2026-07-04"]),
        ("2026/07/04.jpg", ["2026-07-04"]),
        ("APOD/2026-07-04/M64_Webb.jpg", ["2026-07-04"]),
        ("saved 2026-08-01/2026-07-04 M64.jpg", ["2026-07-04", "2026-08-01"]),
        ("image/2607/M64_Webb_3853.jpg", []),
        ("1995-06-15.jpg", []),
        ("2026-13-04.jpg", []),
        ("IMG_20260230.jpg", []),
        ("12345678.jpg", []),
    ])
    func `days are read from names and folders, the nearest first`(_ path: String, _ days: [String]) {
        #expect(AdoptableName(path).days == days.map(Day.of))
    }

    @Test(arguments: [
        "image/2607/M64_Webb.jpg", "M64_Webb_3853.jpg", "m64_webb_1024.JPG", "M64-Webb-1024x683.jpg", "M64 Webb.png",
        "M64_Webb-scaled.jpg",
    ])
    func `one picture has one spelling, in whatever size it was saved`(_ path: String) {
        #expect(AdoptableName(path).spelling.sizeless == "m64webb")
    }

    @Test func `an address has the spelling of the file that was saved from it`() {
        let address =
            "https://assets.science.nasa.gov/dynamicimage/assets/science/cds/apod/apod/2026/september/M64%20Webb.jpg?w=3853&h=4070"
        #expect(AdoptableName.spelling(ofAddress: address).whole == "m64webb")
        #expect(
            AdoptableName.spelling(ofAddress: "https://apod.nasa.gov/apod/image/2607/M64_Webb_3853.jpg").sizeless
                == "m64webb")
    }

    @Test func `a title is spelled as the file that has it for its name`() {
        let title = "M64: The Black Eye Galaxy, 3/4 of it."
        #expect(
            AdoptableName.spelling(ofTitle: title)
                == AdoptableName("M64- The Black Eye Galaxy, 3_4 of it..jpg").spelling)
    }

    @Test func `what programs put in front of a name is left out, too`() {
        let name = AdoptableName("2026-07-04_M64_Webb_1024.jpg")
        #expect(name.spelling.sizeless == "20260704m64webb")
        #expect(name.endings.contains { $0.sizeless == "m64webb" })
        #expect(!name.endings.contains { $0.whole == "04" })
    }

    @Test func `a number in a name is part of it, if it is no size`() {
        #expect(AdoptableName.spelling("NGC_7331.jpg") != AdoptableName.spelling("NGC_6302.jpg"))
        #expect(AdoptableName.spelling("Comet_2023.jpg").whole == "comet2023")
        #expect(AdoptableName("Moon_12.jpg").spelling.sizeless == "moon12")
    }
}
