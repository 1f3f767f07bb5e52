import Days
import JSON

@testable import Belief

/// One pass of the model in `Tests/verdict-model`: its facts, and what its rules made of them.
struct ModelPass {
    let now: Timestamp
    /// What settled before is no witness any more, of words and of pictures.
    let amnesty: (words: Timestamp?, picture: Timestamp?)
    let hosts: [String: ModelHost]
    /// The stored days that are not as they were before the last pass.
    let changed: [ModelCase]
    /// The days that were asked for.
    let cases: [ModelCase]
    let verdicts: [Day: ModelVerdict]

    /// Returns `nil` for a line that begins a course.
    init?(_ line: JSONValue) {
        guard let now = line["now"]?.integer, case .array(let amnesty)? = line["amnesty"],
            case .object(let hosts)? = line["hosts"]
        else { return nil }
        self.now = Self.moment(now)
        let since = amnesty.map { $0.integer == 0 ? nil : $0.integer.map(Self.moment) }
        self.amnesty = (since[0], since[1])
        self.hosts = hosts.mapValues(ModelHost.init)
        changed = line.list("neighbours").map(ModelCase.init)
        cases = line.list("cases").map(ModelCase.init)
        let verdicts = line.list("verdicts").map { (Self.day($0.number("day")), ModelVerdict($0)) }
        self.verdicts = Dictionary(uniqueKeysWithValues: verdicts)
    }

    /// The model's days are numbers. Its passes are made at their beginning, and here at noon.
    static func day(_ number: Int) -> Day { Day(number: 20_000 + number) }
    static func moment(_ number: Int) -> Timestamp { .noon(of: day(number)) }
}

struct ModelHost {
    let answers: Int
    let silences: Int
    let refused: Set<String>
    let isAway: Bool
    let isRefusing: Bool

    init(_ json: JSONValue) {
        (answers, silences) = (json.number("answers"), json.number("silences"))
        refused = Set(json.list("refusals").map { $0["path"]?.text ?? "" })
        (isAway, isRefusing) = (json.flag("is_away"), json.flag("is_refusing"))
    }
}

/// A day before a pass and, where it was asked for, what was answered and got.
struct ModelCase {
    struct StoredWords: Equatable {
        var text: DayWords
        var notice: Notice?
        var version: Version
    }

    struct StoredPicture: Equatable {
        var picture: ModelPicture
        var version: Version
    }

    /// What an address gave: nothing, a picture or, without one, the server's word that it has what is stored.
    struct Fact {
        let host: String
        let address: String
        let isRefused: Bool
        let picture: ModelPicture?

        fileprivate init(_ json: JSONValue) {
            let given = ModelPicture(json)
            (host, address) = (given.host, given.address)
            isRefused = json["is"]?.text == "Refused"
            picture = json["is"]?.text == "Picture" ? given : nil
        }
    }

    let day: Day
    var words: StoredWords?
    var picture: StoredPicture?
    var wordsDispute: Dispute?
    var pictureDispute: Dispute?
    let isAccepted: Bool
    let isSample: Bool
    let isWitness: Bool
    let answer: DayWords?
    let got: [Fact]

    init(_ json: JSONValue) {
        day = ModelPass.day(json.number("day"))
        words = json["words"].map { version in
            let what = version["what"] ?? .null
            return StoredWords(
                text: DayWords(model: what), notice: Notice(model: what),
                version: Version(model: version, key: DayWords(model: what).key) { DayWords(modelKey: $0).key })
        }
        picture = json["picture"].map { version in
            let picture = ModelPicture(version["what"] ?? .null)
            return StoredPicture(picture: picture, version: Version(model: version, key: picture.key) { $0 })
        }
        wordsDispute = json["words_dispute"].map { Dispute(model: $0) { DayWords(modelKey: $0).key } }
        pictureDispute = json["picture_dispute"].map { Dispute(model: $0) { $0 } }
        isAccepted = json.flag("accepted")
        isSample = json["is_sample"] == nil || json.flag("is_sample")
        isWitness = json.flag("is_witness")
        answer = json["answer"]?["words"].map(DayWords.init(model:))
        got = json.list("got").map(Fact.init)
    }

    /// The last picture that came counts: a day may be asked twice.
    var came: Fact? { got.last { !$0.isRefused } }

    /// The picture that the day's address gives by now, or gave when it was stored.
    var served: ModelPicture? { came?.picture ?? picture?.picture }
}

struct ModelPicture: Equatable {
    let address: String
    let host: String
    let sum: String
    let hash: String
    let kind: String
    let length: Int
    let pixels: Int

    init(_ json: JSONValue) {
        let path = json["address"]?["path"]?.text ?? ""
        host = json["address"]?["host"]?.text ?? ""
        address = "\(host)/\(path)"
        (sum, hash) = (json["sum"]?.text ?? "", json["hash"]?.text ?? "")
        kind = json["kind"]?.text ?? "original"
        (length, pixels) = (json.number("length"), json.number("pixels"))
    }

    /// Other bytes of the same pixels are the same picture.
    var key: String { "\(pixels):\(hash)" }
}

/// What the model made of a day's words and picture.
struct ModelVerdict {
    let words: Outcome
    /// The words that are to be stored or are disputed.
    let newWords: (text: DayWords, notice: Notice?)?
    let picture: Outcome

    init(_ json: JSONValue) {
        let part = json["words"] ?? .null
        words = Outcome(model: part)
        newWords = part["what"].map { (DayWords(model: $0), Notice(model: $0)) }
        picture = Outcome(model: json["picture"] ?? .null)
    }
}

/// What becomes of a day's words or picture, in the model's words.
enum Outcome: Equatable {
    case unchanged(isLook: Bool)
    case commit(String)
    case note(String)
    case wait(String)

    init(model json: JSONValue) {
        let reason = json["reason"]?.text ?? ""
        self =
            switch json["action"]?.text {
            case "unchanged": .unchanged(isLook: json.flag("is_look"))
            case "commit": .commit(reason)
            case "note": .note(reason)
            default: .wait(reason)
            }
    }
}

extension DayWords {
    init(model json: JSONValue) {
        self.init(title: json["title"]?.text ?? "", story: json["story"]?.text ?? "")
    }

    /// The model's key is the title, and the story below it.
    init(modelKey key: String) {
        let title = key.prefix { $0 != "\n" }
        self.init(title: String(title), story: String(key.dropFirst(title.count + 1)))
    }
}

extension Notice {
    fileprivate init?(model json: JSONValue) {
        self.init(opening: json["opening"]?.text, closing: json["closing"]?.text)
        if self == Notice() { return nil }
    }
}

extension Version {
    fileprivate init(model json: JSONValue, key: String, keyed: (String) -> String) {
        let looks = json["looks"] ?? .null
        self.init(
            key: key,
            looks: Looks(
                first: ModelPass.moment(looks.number("first")), last: ModelPass.moment(looks.number("last")),
                days: looks["days"]?.integer ?? 1),
            settled: json["settled"]?.integer.map(ModelPass.moment),
            former: json.list("former").map { former in
                guard case .array(let parts) = former, let state = Former.State(rawValue: parts[1].text ?? "")
                else { fatalError("The model has a former version of another form: \(former)") }
                return Former(
                    key: keyed(parts[0].text ?? ""), state: state, since: ModelPass.moment(parts[2].integer ?? 0))
            },
            changes: json.number("changes"),
            other: json["other"].map { other in
                guard case .array(let parts) = other else { fatalError("The model has another “other”: \(other)") }
                return Sighting(key: keyed(parts[0].text ?? ""), day: ModelPass.day(parts[1].integer ?? 0))
            },
            asked: ModelPass.moment(json.number("asked")))
    }
}

extension Dispute {
    fileprivate init(model json: JSONValue, keyed: (String) -> String) {
        self.init(
            reason: json["reason"]?.text ?? "", key: keyed(json["key"]?.text ?? ""),
            since: ModelPass.moment(json.number("since")), last: ModelPass.moment(json.number("last")),
            days: json.number("days"), isFinal: json.flag("is_final"))
    }
}

extension JSONValue {
    /// The model leaves out what is as ever.
    fileprivate func number(_ key: String) -> Int { self[key]?.integer ?? 0 }
    fileprivate func flag(_ key: String) -> Bool { self[key] == .bool(true) }

    fileprivate func list(_ key: String) -> [JSONValue] {
        guard case .array(let elements)? = self[key] else { return [] }
        return elements
    }
}
