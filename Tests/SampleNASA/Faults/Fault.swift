/// Everything that has gone wrong upstream, or could.
public enum Fault: Sendable, Hashable {
    // Said instead of an answer, by API and media alike.

    /// 429. `asHTML` sends it as a page; otherwise it has the gateway's JSON shape, but for media.
    case tooManyRequests(retryAfter: Int?, asHTML: Bool = false)
    /// Any status; 500 is JSON from the legacy service, everything else an HTML page. Set for one day it breaks every
    /// answer that day would be part of.
    case status(Int)
    /// 200 with a page where JSON or a picture is due, under any content type.
    case html(contentType: String = "text/html; charset=UTF-8")
    /// A gateway's own words, the same for every request.
    case gateway(GatewayAnswer)
    /// An address that begins with a slash is on this server.
    case redirect(to: String, status: Int = 301)
    /// Redirects to itself for ever.
    case redirectLoop
    /// Redirects to `file:///etc/passwd`.
    case redirectToFile
    /// 301 to an HTML page that answers 200.
    case redirectToLandingPage

    // The right answer, badly delivered.

    /// The connection ends in the middle of the body, or after so many bytes, though all were announced.
    case truncated(after: Int? = nil)
    /// The Content-Length is larger than the body by so many bytes; the connection ends after the body.
    case announcesMore(by: Int)
    /// The Content-Length is smaller than the body by so many bytes, which are sent all the same.
    case announcesLess(by: Int)
    /// Half of the body, then silence, then the rest.
    case stalled(seconds: Double)
    case slow(bytesPerSecond: Int)
    /// Half of the body, and the rest once the gate is open.
    case gated(Gate)
    /// The connection ends without an answer.
    case hangsUp
    /// The connection is cut off without an answer, as by a machine that has restarted.
    case resets
    /// The request is read, and nothing follows until the server stops or the client goes.
    case neverAnswers
    /// The answer is dated by this clock.
    case clock(WrongClock)
    case gzip
    case chunked
    /// A JPEG that begins and ends as it should, and lacks what it takes to decode it.
    case undecodable
    /// A JPEG that begins and ends as it should, and has lost half of its pixels on the way: decoders complain, and make
    /// a picture of it all the same.
    case corrupt
    /// JPEGs come as WebP, whatever the client asked for, under the address and the tag of the JPEG: a content network
    /// that caches without looking at what clients accept.
    case convertedToWebP
    /// The same picture comes in other bytes and under another tag at each request: a content network that encodes anew.
    case encodedAnew
    /// A part of a file is sent as one of a file that is longer by so many bytes, under the tag of the shorter one: zeros
    /// stand behind the end.
    case grown(by: Int)

    // Right answers, given to the wrong questions.

    /// The first answer of status 200 that this strikes at each API, and among the media, is given to all that follow.
    case firstAnswerForAll
    /// An API answers everything with its record of the newest day.
    case newestRecord
    /// No day is published and no file is there.
    case nothingPublished

    // The whole answer of an API.

    /// A list of entries that leaves days out. A question for one day is answered as it should be.
    case list(ListFault)
    case emptyList
    /// Thirty megabytes, packed where the client takes that, that are made to fill a reader's memory.
    case bomb(Bomb)
    /// JSON that ends in the middle, with the right Content-Length.
    case invalidJSON
    /// 200 with the body of `apod_basic_not_found`.
    case notFoundWithStatus200
    /// An API's address answers with the newest 25 days in the other API's shape, whatever it is asked for.
    case switchedGateway

    // The entries in an answer.

    /// NASA's logo under the title "NASA Science", for any date, also for those that have no picture.
    case logo
    /// An outage page read as an entry: "503 Service Unavailable" without any address.
    case outageEntry
    /// The entry of the day before, under that day's date; among media its picture, under that day's address.
    case wrongDate
    /// The post of so many days before, filed under that day's date: only the date field is another. The new API alone.
    case filedLate(days: Int)
    /// The same day of another century.
    case wrongCentury
    /// A second, differing record for the same date.
    case twoRecords
    /// A title of 10,000 characters and an explanation of a megabyte.
    case overlong
    /// Control characters and `../` in title and addresses.
    case hostileText
    /// Characters that turn the direction of writing.
    case bidiControls
    /// Texts, and the name of a member, hold halves of surrogate pairs.
    case halfCharacters
    case unknownMediaType
    /// The title is an object with a text in it, as WordPress's own posts have it.
    case titleInObject
    /// All entries concerned name the same picture.
    case sharedMedia
    /// The picture was not migrated: the placeholder is named instead.
    case placeholder
    /// `hdurl` is no address of a picture, and the page shows none (2026-09-12).
    case noAddress(NoAddress)

    /// How a list comes to leave days out, with status 200 and in the right shape.
    public enum ListFault: Sendable, Hashable {
        /// A cache forgets what was asked: every list holds so many of the newest days, whatever its range.
        case ignoringQuery(days: Int)
        /// The older half of each list is missing.
        case half
        /// Each list is as it was so many days ago.
        case old(days: Int)
        /// A page holds ten days, and its headers say that it is the only one.
        case wrongTotals
    }

    /// What a bomb is full of.
    public enum Bomb: String, Sendable, Hashable, CaseIterable {
        /// A list of a million records without a word in them.
        case records
        /// A list of the smallest objects there are.
        case objects
        /// One record with a member for every number.
        case members
        /// A list of days that were asked for, each with as long a story as it may be, and different ones on each page.
        case stories
        /// One record whose text has no end.
        case text
        /// An error message of that length.
        case message
        /// A page of HTML with more tags than text.
        case page
    }

    public enum NoAddress: Sendable, Hashable {
        case `false`, number
        case text(String)
    }
}

/// What a fault concerns.
public enum FaultTarget: Sendable, Hashable {
    /// Every API answer this day is part of, or that was asked for it.
    case day(String)
    case range(ClosedRange<String>)
    /// All API answers.
    case entries
    /// The pictures and films of one day.
    case media(String)
    /// The picture of one day as it was uploaded; what the server makes of it is left alone.
    case upload(String)
    /// All pictures as they were uploaded; what the server makes of them is left alone.
    case allUploads
    /// All pictures and films.
    case allMedia
    case everything
}
