// Every accident there is, by kind.

extension Accident {
    /// A gateway speaks in place of the server behind it: each status as a page, as JSON and without a body, and JSON
    /// of every shape in which a gateway has been seen to say that something was not found.
    public static let gatewayPages: [Accident] =
        [200, 403, 404, 410, 451, 500, 502, 503, 504].flatMap { status in
            [
                Accident("gateway-\(status)-html", .gateway(.html(status))),
                Accident("gateway-\(status)-json", .gateway(.json(status))),
                Accident("gateway-\(status)-empty", .gateway(.empty(status))),
            ]
        } + [
            Accident(
                "gateway-404-error", .gateway(.json(404, #"{"error":{"code":"NOT_FOUND","message":"Not found"}}"#))),
            Accident("gateway-404-msg", .gateway(.json(404, #"{"msg":"Not found"}"#))),
            Accident("gateway-404-code-and-msg", .gateway(.json(404, #"{"code":404,"msg":"Not found"}"#))),
            Accident("gateway-html-as-jpeg", .gateway(.html(200, type: "image/jpeg"))),
        ]

    /// One answer for every question, none of which was listened to.
    public static let sameAnswers = [
        onePicture, oneDocument, oneRecord, firstAnswerForAll, emptyList, notFound, notFoundWithStatus200,
        nothingPublished,
    ]

    /// 200 with the same generic JPEG.
    public static let onePicture = Accident("one-picture", .gateway(.picture))
    public static let oneDocument = Accident("one-document", .gateway(.json(200, #"{"status":"ok"}"#)))
    /// The record of the newest day in the shape of the API that was asked, whatever was asked; media are left alone.
    public static let oneRecord = Accident("one-record", .newestRecord)
    /// A cache that forgets what was asked: the first right answer of each API, and the first whole file, for all.
    public static let firstAnswerForAll = Accident("first-answer-for-all", .firstAnswerForAll)
    public static let emptyList = Accident("empty-list", .gateway(.json(200, "[]")))
    public static let notFound = Accident("not-found", .gateway(.json(404, GatewayAnswer.notFound)))
    public static let notFoundWithStatus200 = Accident("not-found-200", .gateway(.json(200, GatewayAnswer.notFound)))
    /// A server that has lost all it had, and says so in its own words: empty lists, "no such day", no such file.
    public static let nothingPublished = Accident("nothing-published", .nothingPublished)

    /// Lists of entries, in the right shape and of the right status, that leave days out. What is asked for a single day
    /// is answered as it should be.
    public static let lists = [
        Accident("list-of-one", .list(.ignoringQuery(days: 1))),
        Accident("list-ignores-range", .list(.ignoringQuery(days: 25))),
        Accident("list-half", .list(.half)),
        Accident("list-old", .list(.old(days: 20))),
        Accident("list-wrong-totals", .list(.wrongTotals)),
    ]

    /// Redirects to one address, which answers as it should.
    public static let redirects = [301, 302].flatMap { status in
        [
            Accident("redirect-\(status)-picture", .redirect(to: MediaAddress.newsPicture, status: status)),
            Accident("redirect-\(status)-page", .redirect(to: MediaAddress.landingPage, status: status)),
        ]
    }

    /// Right answers with a Date that is not.
    public static let wrongClocks = [
        Accident("clock-stopped", .clock(.stopped())),
        Accident("clock-1970", .clock(.stopped(at: 0))),
        Accident("clock-last-week", .clock(.off(by: -7 * 86_400))),
        Accident("clock-tomorrow", .clock(.off(by: 86_400))),
        Accident("clock-next-year", .clock(.off(by: 365 * 86_400))),
    ]

    public static let refusals = [
        Accident("refused-403", .gateway(.html(403))),
        Accident("refused-403-retry-after", .gateway(.html(403, retryAfter: 3_600))),
        Accident("refused-429", .tooManyRequests(retryAfter: nil)),
        Accident("refused-429-retry-after", .tooManyRequests(retryAfter: 3_600)),
    ]

    public static let brokenConnections = [
        Accident("hangs-up", .hangsUp), Accident("resets", .resets), neverAnswers,
        Accident("ends-midway", .truncated()), silentMidway, oneByteASecond,
    ]

    /// Each request is read, and nothing follows.
    public static let neverAnswers = Accident("never-answers", .neverAnswers)
    /// Half of each body, then nothing more.
    public static let silentMidway = Accident("silent-midway", .stalled(seconds: 86_400))
    public static let oneByteASecond = Accident("one-byte-a-second", .slow(bytesPerSecond: 1))
}
