import Days
import Testing

@testable import NASA

/// Pages as apod.nasa.gov had them, one of each layout, with made-up words.
@Suite struct OldPageTests {
    private static let first = """
        <title> Astronomy Picture of the Day</title>
        <body BGCOLOR="#F4F4FF" text="#000000">
        <center>
        <h1> Astronomy Picture of the Day </h1>
        <p>
        <a href="image/earth_star.gif"><IMG SRC="image/earth_star_small.gif" alt="See Explanation."></a>
        <p>
        July 4, 1995
        <br>
        <b> A Star for the Earth </b>
        <br>
        <b> Credit: </b> <a href="http://antwrp.gsfc.nasa.gov/ada.html">Ada Example</a>
        </center>
        <p>
        <b> Explanation: </b> If the Earth were a star, it would be <a href="ap950620.html">small</a>.
        <p> <center>
        <b> Tomorrow's picture: </b> Another
        <p> <hr>
        <a href="archivepix.html">Archive</a>
        </center>
        """

    private static let modern = """
        <!doctype html>
        <html><head>
        <title> APOD: 2014 February 4 - Two Galaxies: A Title
        </title>
        </head>
        <body>
        <center>
        <h1> Astronomy Picture of the Day </h1>
        <p>
        <a href="archivepix.html">Discover the cosmos!</a>
        Each day a different image or photograph of our fascinating universe is featured.
        <p>
        2014 February 4
        <br>
        <a href="image/1402/galaxies_example_1821.jpg"
        onMouseOver="if (document.images) document.imagename1.src='image/1402/galaxies_labels.jpg';">
        <IMG SRC="image/1402/galaxies_example_960.jpg" name=imagename1 alt="See Explanation."></a>
        </center>

        <center>
        <b> Two Galaxies: A Title </b> <br>
        <b> Image Credit &amp;
        <a href="lib/about_apod.html#srapply">Copyright</a>: </b>
        <a href="http://example.org/">Ada Example</a> (<a href="http://example.org/o">Observatory</a>)
        </center> <p>

        <b> Explanation: </b>
        These two are near <i>M81</i>, as <a href="ap120101.html">shown before</a>.
        They turn &ndash; slowly.
        <p> <center>
        <b> Tomorrow's picture: </b><a href="ap140205.html">more</a>
        <p> <hr>
        <b>Authors &amp; editors: </b> Nobody
        </center></body></html>
        """

    private static let film = """
        <title> APOD: 2020 June 9 - A Film</title>
        <center><p>2020 June 9<br>
        <iframe width="960" height="540" src="https://www.youtube.com/embed/abc123?rel=0" frameborder="0"></iframe>
        </center>
        <center> <b> A Film </b> <br> <b> Video Credit: </b> ESO </center> <p>
        <b> Explanation: </b> It moves.
        <p> <center> <b> Tomorrow's picture: </b>none</center>
        """

    private func entry(_ html: String, _ date: String) throws -> Entry {
        let day = try #require(Day(date))
        let record = try #require(OldPage.record(of: Array(html.utf8), day))
        #expect(Entry.source(ofRecord: record) == OldPage.source)
        return try #require(Entry(record: record, source: OldPage.source, base: ""))
    }

    @Test func `a page of the first year is read`() throws {
        let entry = try entry(Self.first, "1995-07-04")
        #expect(entry.title == "A Star for the Earth")
        #expect(entry.explanation == "If the Earth were a star, it would be small.")
        #expect(entry.explanationHTML?.contains("https://apod.nasa.gov/apod/ap950620.html") == true)
        #expect(entry.credit == "Ada Example")
        #expect(entry.copyright == nil)
        let picture = "https://apod.nasa.gov/apod/image/earth_star.gif"
        guard case .picture(picture, _, _) = entry.media else {
            Issue.record("\(entry.media)")
            return
        }
    }

    @Test func `a page of the last years is read`() throws {
        let entry = try entry(Self.modern, "2014-02-04")
        #expect(entry.title == "Two Galaxies: A Title")
        #expect(entry.explanation == "These two are near M81, as shown before. They turn – slowly.")
        #expect(entry.credit == "Ada Example (Observatory)")
        #expect(entry.copyright == "Ada Example (Observatory)")
        #expect(entry.page == "https://apod.nasa.gov/apod/ap140204.html")
        guard case .picture("https://apod.nasa.gov/apod/image/1402/galaxies_example_1821.jpg", _, _) = entry.media
        else {
            Issue.record("\(entry.media)")
            return
        }
    }

    @Test func `a page with a film leads to it`() throws {
        let entry = try entry(Self.film, "2020-06-09")
        #expect(entry.title == "A Film" && entry.credit == "ESO" && entry.explanation == "It moves.")
        guard case .elsewhere("https://www.youtube.com/embed/abc123?rel=0", _) = entry.media else {
            Issue.record("\(entry.media)")
            return
        }
    }

    @Test func `pages of the nineties are Latin-1`() throws {
        let latin = Array(Self.first.replacing("Ada Example", with: "Andr# Example").utf8).map {
            $0 == 0x23 ? 0xE9 : $0
        }
        let day = try #require(Day("1995-07-04"))
        // A number sign begins colours, too.
        let record = try #require(OldPage.record(of: latin, day))
        #expect(Entry(record: record, source: OldPage.source, base: "")?.credit == "André Example")
    }

    @Test func `what is no page of that day is none`() throws {
        let day = try #require(Day("1995-07-05"))
        for html in [Self.first, "", "<html>404</html>", "1995 July 5 <b>Explanation:</b>", "Explanation: a story"] {
            #expect(OldPage.record(of: Array(html.utf8), day) == nil)
        }
        #expect(OldPage.record(of: [UInt8](repeating: 0x20, count: 600_000), day) == nil)
    }

    @Test(arguments: [
        ("ap260704.html", "2026-07-04"), ("ap950616.HTM", "1995-06-16"), ("ap260704.jpg", nil), ("260704.html", nil),
        ("ap261304.html", nil), ("index.html", nil), ("ap950101.html", nil),
    ])
    func `a page's name tells its day`(_ name: String, _ day: String?) {
        #expect(OldPage.day(ofFile: name)?.description == day)
    }
}
