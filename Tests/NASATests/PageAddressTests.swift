import Days
import Testing

@testable import NASA

@Suite("NASA's page of a day")
struct PageAddressTests {
    @Test(arguments: [
        ("https://apod.nasa.gov/apod/ap010712.html", "2001-07-12"),
        ("http://apod.nasa.gov/apod/ap010712.html", "2001-07-12"),
        ("http://antwrp.gsfc.nasa.gov/apod/ap950616.html", "1995-06-16"),
        ("https://science.nasa.gov/apod/010712", "2001-07-12"),
        ("https://science.nasa.gov/apod/010712/", "2001-07-12"),
        ("https://science.nasa.gov/image-article/apod-2024-july-4-a-name", "2024-07-04"),
        ("https://science.nasa.gov/image-article/apod-2024-July-14-a-longer-name/", "2024-07-14"),
        ("https://science.nasa.gov/image-article/apod-2024-july-4/?x=1#y", "2024-07-04"),
        ("https://science.nasa.gov/image-article/apod-2024-july-4-a-name/ap960420.html", "1996-04-20"),
        ("https://science.nasa.gov/image-article/apod-2024-july-32-x", nil),
        ("https://science.nasa.gov/image-article/apod-2024-juli-4-x", nil),
        ("https://science.nasa.gov/image-article/hubble-2024-july-4-x", nil),
        ("https://science.nasa.gov/image-article/", nil),
        ("https://example.org/image-article/apod-2024-july-4-x", nil),
        ("https://apod.nasa.gov/apod/archivepix.html", nil),
        ("https://apod.nasa.gov.example.org/apod/ap010712.html", nil),
    ])
    func `leads to its day at every address it has had`(address: String, day: String?) throws {
        #expect(PageAddress.day(of: try #require(WebAddress(address)))?.description == day)
    }
}
