import Days

@testable import Belief

/// The module's rules over one pass of the model: what they make of each day, in the model's words.
struct ModelRules {
    /// What becomes of a day's words or picture, and what is stored then.
    struct Judged {
        var part: Ruling
        /// The answer's words, as they are believed.
        var words: (text: DayWords, notice: Notice?)?
        /// What tells the answer from others, where it was judged beside what is stored.
        var key: String?
        var picture: ModelPicture?
        var isSteady = false

        var outcome: Outcome { isSteady ? .commit("steady bytes") : Outcome(part) }
    }

    let now: Timestamp
    private let amnesty: (words: Timestamp?, picture: Timestamp?)
    private var readings: [Day: WordRules.Reading] = [:]
    private var company: (words: GuardRules.Company, picture: GuardRules.Company)
    private var claims = PictureRules()

    init(_ pass: ModelPass, stored: [Day: ModelCase]) {
        (now, amnesty) = (pass.now, pass.amnesty)
        company = (Self.company(Tally(), pass.now, amnesty.words), Self.company(Tally(), pass.now, amnesty.picture))
        let shared = Self.sharedParts(pass.cases, stored)
        for day in pass.cases { readings[day.day] = Self.read(day, beside: shared) }
        for (day, known) in stored {
            if let picture = known.picture?.picture { claims.add(Self.claim(day, picture, isStored: true)) }
        }
        for day in pass.cases {
            if let picture = day.served { claims.add(Self.claim(day.day, picture)) }
            countWords(day)
            countPicture(day)
        }
    }

    private typealias Tally = GuardRules.Tally

    private static func company(_ tally: Tally, _ now: Timestamp, _ amnesty: Timestamp?) -> GuardRules.Company {
        .init("changed the words", tally, now: now, amnesty: amnesty)
    }

    private static func claim(_ day: Day, _ picture: ModelPicture, isStored: Bool = false) -> PictureRules.Claim {
        .init(day: day, sum: picture.sum, address: picture.address, isStored: isStored)
    }

    // MARK: - Words

    /// The model looks at the records of all stored days, asked for or not.
    private static func sharedParts(_ cases: [ModelCase], _ stored: [Day: ModelCase]) -> SharedParts {
        var shared = SharedParts()
        let answered = Set(cases.filter { $0.answer != nil }.map(\.day))
        for (day, known) in stored {
            guard let words = known.words else { continue }
            shared.add(stored: words.text, notice: words.notice, of: day)
            if !answered.contains(day) {
                let record = record(of: words)
                shared.add(record, ending: ending(record.story), of: day)
            }
        }
        for day in cases {
            guard let answer = day.answer else { continue }
            shared.add(answer, ending: ending(answer.story), of: day.day)
            if !answer.hasStory, day.words?.text.hasStory == true { shared.add(emptied: day.day) }
        }
        return shared
    }

    private static func record(of words: ModelCase.StoredWords) -> DayWords {
        var record = words.text
        if let opening = words.notice?.opening {
            record.story = record.story.isEmpty ? opening : "\(opening) \(record.story)"
        }
        if let closing = words.notice?.closing { record.story += "\n\n\(closing)" }
        return record
    }

    /// What stands apart below a story and begins with a few words and a colon.
    private static func ending(_ story: String) -> String? {
        let apart = story.split(separator: "\n\n").dropFirst().last.map(String.init)
        return apart.flatMap { $0.prefix(40).contains(":") ? $0 : nil }
    }

    private static func read(_ day: ModelCase, beside shared: SharedParts) -> WordRules.Reading? {
        day.answer.map { answer in
            WordRules.read(
                answer, ending: ending(answer.story), of: day.day, stored: day.words?.text,
                isSettled: day.words?.version.settled != nil, isAccepted: day.isAccepted, beside: shared)
        }
    }

    private mutating func countWords(_ day: ModelCase) {
        guard case .believed(let words, _)? = readings[day.day], let stored = day.words, stored.text.hasStory,
            stored.version.isGuarded(since: amnesty.words)
        else { return }
        company.words.tally.count(
            stored.version, words.key, disputed: day.wordsDispute, isFair: day.isSample, now: now)
    }

    func words(of day: ModelCase) -> Judged? {
        switch readings[day.day] {
        case nil: return nil
        case .disbelieved(let reason): return Judged(part: .wait(Self.modelReason(reason, on: day.day)))
        case .believed(let words, let notice):
            guard let stored = day.words else { return Judged(part: .commit(.new), words: (words, notice)) }
            let doubt = WordDoubts.doubt(words, replacing: stored.text, mayBeDraft: true)
            let answer = GuardRules.Answer(
                key: words.key, doubt: doubt.map { Self.modelReason($0, on: day.day) },
                isKin: words.sharesMostWords(with: stored.text), isAccepted: day.isAccepted,
                isBetter: WordDoubts.isBetter(words, than: stored.text))
            let part = GuardRules.judge(stored.version, answer, disputed: day.wordsDispute, among: company.words)
            return Judged(part: part, words: (words, notice), key: words.key)
        }
    }

    /// Whether the module alone doubts an answer, for its length. ``words(of:)`` leaves that test out.
    func isDoubtedForLength(_ day: ModelCase) -> Bool {
        guard case .believed(let words, _)? = readings[day.day], let stored = day.words,
            words.key != stored.version.key,
            stored.version.isGuarded(since: amnesty.words),
            WordDoubts.doubt(words, replacing: stored.text, mayBeDraft: true) == nil
        else { return false }
        return WordDoubts.doubt(words, replacing: stored.text, mayBeDraft: false) != nil
    }

    private static let modelReasons = [
        "the new story is empty": "its story is gone",
        "the new story is only the beginning of the stored one": "only the beginning of the stored story",
        "its title is “": "protected",
        "NASA gives many days the title “": "one title for all",
        "NASA gives many days the same story": "one story for all",
        "its story is nothing but a notice": "nothing but a notice",
        "the stories of many days are empty": "empty stories",
        "NASA changes it back and forth": "it changes too often",
        "NASA changed the words of many days at once": "doubtful pass",
    ]

    /// A reason of the module's as the model says it.
    static func modelReason(_ reason: String, on day: Day? = nil) -> String {
        if let (_, said) = modelReasons.first(where: { reason.hasPrefix($0.key) }) { return said }
        if reason.hasSuffix(" settled days at once") { return "many at once" }
        let moved = "it has the story of "
        guard let day, reason.hasPrefix(moved), let other = Day(reason.dropFirst(moved.count).prefix(10))
        else { return reason }
        let days = day.distance(to: other)
        return "the story of \(days > 0 ? "+" : "")\(days) days"
    }

    // MARK: - Pictures

    private mutating func countPicture(_ day: ModelCase) {
        guard let came = day.came, let stored = day.picture, stored.version.isGuarded(since: amnesty.picture)
        else { return }
        let new = came.picture
        let isSame = Self.isAlike(new, stored.picture) || Self.isOriginal(new, of: stored.picture)
        company.picture.tally.count(
            stored.version, isSame ? stored.version.key : new?.key ?? "", disputed: day.pictureDispute,
            isFair: day.isWitness, now: now)
    }

    func picture(of day: ModelCase) -> Judged? {
        guard let came = day.came, let served = day.served else { return nil }
        let (new, stored) = (came.picture, day.picture)
        let isAlike = stored.map { Self.isAlike(new, $0.picture) } ?? false
        let isGuarded = stored?.version.isGuarded(since: amnesty.picture) ?? false
        if claims.isForAll(served.sum), !isGuarded || !isAlike { return Judged(part: .wait("one picture for all")) }
        let isDoubtful = stored == nil && company.picture.tally.isDoubtful
        if !isAlike, claims.twin(of: Self.claim(day.day, served), isDoubtful: isDoubtful) != nil {
            return Judged(part: .wait("twin"))
        }
        guard let stored else { return Judged(part: .commit(.new), picture: new) }
        if isAlike, let new, isSteady(new, stored) {
            return Judged(part: .commit(.givesWay), key: new.key, picture: new, isSteady: true)
        }
        let key = isAlike ? stored.version.key : served.key
        let doubt = isAlike ? nil : Self.doubt(served, replacing: stored.picture)
        let answer = GuardRules.Answer(
            key: key, doubt: doubt, isFinal: doubt != nil, isAccepted: day.isAccepted,
            isBetter: stored.picture.kind == "page" || Self.isOriginal(new, of: stored.picture))
        let part = GuardRules.judge(stored.version, answer, disputed: day.pictureDispute, among: company.picture)
        return Judged(part: part, key: key, picture: new)
    }

    /// Whether NASA has what is stored: by its own word, by its bytes, or decoded.
    private static func isAlike(_ new: ModelPicture?, _ stored: ModelPicture) -> Bool {
        new.map { $0.sum == stored.sum || $0.key == stored.key } ?? true
    }

    private static func isOriginal(_ new: ModelPicture?, of stored: ModelPicture) -> Bool {
        new.map { stored.kind == "rendition" && $0.kind == "original" && $0.hash == stored.hash } ?? false
    }

    /// The model takes more bytes of the same picture once they came on two days. The program judges bytes that came on
    /// two days as another picture, be they more or fewer: a correction may be too small for a perceptual hash.
    private func isSteady(_ new: ModelPicture, _ stored: ModelCase.StoredPicture) -> Bool {
        guard new.length > stored.picture.length, !company.picture.tally.isDoubtful, let other = stored.version.other
        else { return false }
        return other.key == new.sum && other.day < now.day
    }

    /// The module leaves pixels and kinds to those who call it.
    private static func doubt(_ new: ModelPicture, replacing old: ModelPicture) -> String? {
        if old.kind == "page" || old.kind == "rendition" && new.kind == "original" { return nil }
        if old.kind == "original", new.kind == "rendition" { return "a rendition in place of an original" }
        return new.pixels * 2 < old.pixels ? "under half the pixels" : nil
    }

    // MARK: - What is stored

    func store(_ judged: Judged, inWordsOf day: inout ModelCase) {
        let version = version(after: judged, day.words?.version, judged.words?.text.key, amnesty.words)
        if case .commit = judged.part, let version, let words = judged.words {
            day.words = .init(text: words.text, notice: words.notice, version: version)
        } else if let version {
            day.words?.version = version
        }
        day.wordsDispute = dispute(after: judged, day.wordsDispute)
    }

    func store(_ judged: Judged, inPictureOf day: inout ModelCase) {
        var version = version(after: judged, day.picture?.version, judged.picture?.key, amnesty.picture)
        // The bytes are noted: a server that gives the same ones on two days does not encode anew at each request.
        if case .same = judged.part, let new = judged.picture { version?.other = .init(key: new.sum, day: now.day) }
        if case .commit = judged.part, let version, let new = judged.picture {
            day.picture = .init(picture: new, version: version)
        } else if let version {
            day.picture?.version = version
        }
        day.pictureDispute = dispute(after: judged, day.pictureDispute)
    }

    private func version(after judged: Judged, _ stored: Version?, _ key: String?, _ amnesty: Timestamp?) -> Version? {
        guard var version = stored else {
            return key.map { Version(key: $0, looks: .init(first: now, last: now), asked: now) }
        }
        switch judged.part {
        case .commit(let why): return version.replaced(by: key ?? "", why, now: now)
        case .same(let isLook, _):
            version = version.seen(at: now, isLook: isLook, amnesty: amnesty)
            version.forgetUnsettled(at: now)
        case .dispute: version.asked = now
        case .wait: if let key = judged.key { return version.differed(key, at: now) }
        }
        return version
    }

    private func dispute(after judged: Judged, _ dispute: Dispute?) -> Dispute? {
        switch judged.part {
        case .dispute(var new):
            new.reason = Self.modelReason(new.reason)
            return new
        case .wait: return dispute
        case .same, .commit: return nil
        }
    }
}

extension Outcome {
    fileprivate init(_ part: Ruling) {
        self =
            switch part {
            case .same(let isLook, _): .unchanged(isLook: isLook)
            case .commit(let why): .commit(Self.name(of: why))
            case .dispute(let dispute): .note(ModelRules.modelReason(dispute.reason))
            case .wait(let reason, _): .wait(ModelRules.modelReason(reason))
            }
    }

    private static func name(of why: CommitReason) -> String {
        switch why {
        case .givesWay: "gives way"
        default: "\(why)"
        }
    }

    /// The verdict's name in a count of all.
    func name(_ part: String) -> String {
        switch self {
        case .unchanged(let isLook): "\(part): unchanged\(isLook ? "" : ", and no look")"
        case .commit(let why): "\(part): stored, \(why)"
        case .note(let reason): "\(part): disputed, \(reason)"
        case .wait(let reason): "\(part): waits, \(reason.hasPrefix("the story of") ? "moved" : reason)"
        }
    }
}
