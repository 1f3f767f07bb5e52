import SampleNASA
import Testing

/// An accident of NASA's: a row of the matrix.
struct AccidentRow: Sendable, CustomTestStringConvertible {
    /// What a mirror can make of an accident.
    enum Kin {
        /// Nothing of the answers can be taken for a day's: days that lack something wait, and are named.
        case refusal, wrongDate, goneHost
        /// Many days say the same, by which the accident is recognised; a day alone looks like the truth.
        case uniform
        /// Nobody can tell it from the truth where nothing settled contradicts it. It is stored, and gives way.
        case truthlike
        /// Answers are right, or made right.
        case harmless
    }

    enum Change: Sendable {
        /// Posts say something else; the other post is the one that was the newest when the accident began.
        case posts(@Sendable (inout SampleDay, _ one: SampleDay) -> Void)
        /// Answers of a part of the server are struck; without a part, of each part in turn.
        case answers(Accident, Accident.Part?)
        /// Every two neighbours are filed under each other's date.
        case swap
        /// No server can be reached.
        case offline
    }

    let name: String
    let kin: Kin
    let change: Change
    /// Words by which the status of a standing mirror names the accident.
    let named: String?

    private init(_ name: String, _ kin: Kin, _ change: Change, named: String? = nil) {
        (self.name, self.kin, self.change, self.named) = (name, kin, change, named)
    }

    private init(
        _ name: String, _ kin: Kin, _ fault: Fault, on part: Accident.Part = .api, named: String? = nil
    ) {
        self.init(name, kin, .answers(Accident(name, fault), part), named: named)
    }

    private init(_ accident: Accident) {
        let kin: Kin =
            switch accident {
            case _ where Accident.wrongClocks.contains(accident): .harmless
            case .onePicture: .uniform
            default: .refusal
            }
        self.init(accident.name, kin, .answers(accident, Accident.lists.contains(accident) ? .api : nil))
    }

    var testDescription: String { name }

    /// Whether all of the server goes wrong, or any part of it.
    var isOfWholeServer: Bool { if case .answers(_, nil) = change { true } else { false } }

    /// A client has to give up by itself.
    var keepsWaiting: Bool { if case .answers(let accident, _) = change { accident.keepsWaiting } else { false } }

    /// Only the new API files posts.
    var isOfNewAPI: Bool { kin == .wrongDate }

    /// Whether a wrong answer can be stored until NASA says what is right.
    func mayBeStored(ofOneDay: Bool) -> Bool { kin == .truthlike || ofOneDay && [.uniform, .harmless].contains(kin) }
}

extension AccidentRow {
    static let all =
        (Accident.all + Accident.lists).map { AccidentRow($0) } + servers + entries + words + dates + pictures

    private static let servers = [
        AccidentRow("no network", .refusal, .offline, named: "cannot be reached"),
        AccidentRow(
            "four neighbours at a host that is gone", .goneHost,
            posts { if ["21", "22", "23", "24"].contains($0.date.suffix(2)) { $0.mediaOrigin = gone } }),
        AccidentRow("all pictures at a host that is gone", .goneHost, posts { $0.mediaOrigin = gone }),
    ]

    private static let entries = [
        AccidentRow("the logo for all", .refusal, .logo),
        AccidentRow("an outage as entries", .refusal, .outageEntry),
        AccidentRow("titles in objects", .refusal, .titleInObject),
        AccidentRow("placeholders", .refusal, .placeholder, named: "NASA shows a placeholder"),
        AccidentRow("one address for all", .uniform, .sharedMedia, named: "days of the answer have the same picture"),
        AccidentRow("no addresses", .refusal, .noAddress(.false), named: "does not say where it is"),
        AccidentRow("another century", .refusal, .wrongCentury, named: "it is for 1926-11-"),
        AccidentRow("half JSON", .refusal, .invalidJSON, named: "an answer that is not JSON"),
        AccidentRow("the other API's form", .refusal, .switchedGateway),
    ]

    private static let words = [
        AccidentRow("a notice before every story", .harmless, posts { $0.explanation = "\(lapse) \($0.explanation)" }),
        notice,
        AccidentRow(
            "one sentence for every story", .uniform, posts { $0.explanation = "Please come back tomorrow." },
            named: "NASA gives many days the same story"),
        AccidentRow(
            "one title for all", .uniform, posts { $0.title = "Comet" },
            named: "NASA gives many days the title “Comet”"),
        AccidentRow(
            "the site's title", .refusal, posts { $0.title = "Astronomy Picture of the Day" },
            named: "its title is \"Astronomy Picture of the Day\""),
        AccidentRow(
            "one post's words for all", .uniform,
            .posts { ($0.title, $0.explanation, $0.credit, $0.links) = ($1.title, $1.explanation, $1.credit, [:]) },
            named: "NASA gives many days the title"),
        AccidentRow(
            "protected posts", .refusal, posts { ($0.title, $0.explanation) = ("Protected: \($0.title)", "") },
            named: "its title is “Protected: "),
        AccidentRow(
            "letters encoded twice", .truthlike,
            posts { ($0.title, $0.explanation) = (misread($0.title), misread($0.explanation)) },
            named: "encoded twice"),
        AccidentRow(
            "entities", .truthlike, posts { $0.explanation = $0.explanation.replacing("’", with: "&rsquo;") },
            named: "encoded twice"),
        AccidentRow(
            "no stories", .truthlike, posts { $0.explanation = "" }, named: "the stories of many days are empty"),
        AccidentRow(
            "no words", .refusal, posts { ($0.title, $0.explanation) = ("", "") },
            named: "it has neither title nor story"),
        AccidentRow(
            "excerpts", .truthlike, posts { $0.explanation = String($0.explanation.prefix(230)) + "…" },
            named: "only the beginning of the stored one"),
        AccidentRow(
            "other words", .truthlike, posts { $0.explanation = String($0.explanation.lowercased().reversed()) },
            named: "NASA changed the words of many days"),
        AccidentRow(
            "words changed a little", .truthlike, posts { $0.explanation += " Of \($0.date) more is known." },
            named: "NASA changed the words of many days"),
    ]

    static let notice = AccidentRow(
        "a notice for every story", .uniform, posts { ($0.title, $0.explanation) = ("Site notice", lapse) },
        named: "NASA gives many days the title “Site notice”")

    private static let lapse = """
        Due to the lapse in federal government funding, NASA is not updating this website. We sincerely regret this \
        inconvenience.
        """

    private static let dates =
        [-1, 1, 2].map { days in
            AccidentRow("filed \(days) days late", .wrongDate, .filedLate(days: days), named: "posts are filed ")
        } + [
            AccidentRow(
                "neighbours filed under each other's date", .wrongDate, .swap, named: "its article names 2026-11-")
        ]

    private static let pictures = [
        AccidentRow(
            "pictures at three quarters", .truthlike, posts { scale(&$0, 0.866) },
            named: "NASA replaced the pictures of many days"),
        AccidentRow("pictures of half the size", .truthlike, posts { scale(&$0, 0.5) }, named: "under half the pixels"),
        AccidentRow(
            "other pictures", .truthlike, posts { scale(&$0, 1) }, named: "NASA replaced the pictures of many days"),
        AccidentRow(
            "pictures of the day before", .truthlike, .wrongDate, on: .media, named: "the very same picture came for"),
        AccidentRow("JPEGs as WebP", .truthlike, .convertedToWebP, on: .media),
        AccidentRow("no uploads", .truthlike, .status(404), on: .uploads),
    ]

    /// Nothing listens there.
    private static let gone = "http://127.0.0.1:1"

    private static func posts(_ change: @escaping @Sendable (inout SampleDay) -> Void) -> Change {
        .posts { post, _ in
            let story = post.explanation
            change(&post)
            if post.explanation != story { post.links = [:] }
        }
    }

    private static func misread(_ text: String) -> String {
        String(String.UnicodeScalarView(text.utf8.map { Unicode.Scalar($0) }))
    }

    /// Another picture in this part of the width and height, under the same address.
    private static func scale(_ post: inout SampleDay, _ part: Double) {
        guard var picture = post.picture else { return }
        picture.width = Int(Double(picture.width) * part)
        picture.height = Int(Double(picture.height) * part)
        picture.revision += 1
        post.picture = picture
    }
}
