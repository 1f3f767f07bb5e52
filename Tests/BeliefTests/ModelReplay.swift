import Days

@testable import Belief

/// The module's rules over the facts of the model's passes, held against the verdicts of those very passes, and against
/// what the passes after them find stored.
struct ModelReplay {
    private(set) var passes = 0
    /// How many verdicts were the same, by what they are about.
    private(set) var agreed: [String: Int] = [:]
    /// Cases that are not held against the model, or differ from it by construction, by the reason.
    private(set) var apart: [String: Int] = [:]
    private(set) var mismatches: [String] = []

    /// How much was compared, for people.
    var summary: String {
        let told = [agreed, apart].map { counts in
            counts.sorted { $0.key < $1.key }.map { "\n    \($0.value) × \($0.key)" }.joined()
        }
        return "\(passes) passes; the same:\(told[0])\n  not held against the model:\(told[1])"
    }

    private var stored: [Day: ModelCase] = [:]
    /// The days of the last pass as the module's rules leave them, and when settled ones lost their say.
    private var left: (days: [ModelCase], amnesty: [Timestamp?])?

    mutating func beginCourse() {
        if let left {
            apart["last pass of a course, so that nothing tells what it stored", default: 0] += left.days.count
        }
        (stored, left) = ([:], nil)
    }

    mutating func take(_ pass: ModelPass) {
        passes += 1
        for day in pass.changed { stored[day.day] = day }
        if let left {
            let moment = pass.now
            for mine in left.days { holdStored(mine, at: moment) }
            hold(left.amnesty, against: [pass.amnesty.words, pass.amnesty.picture], "amnesty", moment.day, moment)
        }
        holdHosts(pass)
        left = judge(pass)
    }

    private mutating func hold<Value: Equatable>(
        _ mine: Value, against model: Value, _ name: String, _ day: Day, _ moment: Timestamp
    ) {
        if mine == model { return agreed[name, default: 0] += 1 }
        mismatches.append("\(name), \(day) on \(moment.day): \(mine), and the model has \(model)")
    }

    private mutating func holdStored(_ mine: ModelCase, at moment: Timestamp) {
        let model = stored[mine.day]
        hold(mine.words, against: model?.words, "words after a pass", mine.day, moment)
        hold(mine.picture, against: model?.picture, "picture after a pass", mine.day, moment)
        hold(
            [mine.wordsDispute, mine.pictureDispute], against: [model?.wordsDispute, model?.pictureDispute],
            "disputes after a pass", mine.day, moment)
    }

    // MARK: - One pass

    private mutating func judge(_ pass: ModelPass) -> (days: [ModelCase], amnesty: [Timestamp?]) {
        let rules = ModelRules(pass, stored: stored)
        var commits: (words: [CommitReason: Int], picture: [CommitReason: Int]) = ([:], [:])
        let days = pass.cases.map { before in
            var after = before
            guard let verdict = pass.verdicts[before.day] else {
                mismatches.append("\(before.day) on \(pass.now.day) has no verdict")
                return after
            }
            if let judged = rules.words(of: before) {
                holdWords(judged, of: before, verdict, rules)
                if case .commit(let why) = judged.part { commits.words[why, default: 0] += 1 }
                rules.store(judged, inWordsOf: &after)
            } else {
                apart["words that were not asked for", default: 0] += 1
            }
            if let judged = rules.picture(of: before) {
                hold(judged.outcome, against: verdict.picture, verdict.picture.name("picture"), before.day, pass.now)
                if case .commit(let why) = judged.part { commits.picture[why, default: 0] += 1 }
                // Without words nothing of a day is stored.
                if after.words != nil { rules.store(judged, inPictureOf: &after) }
            } else {
                let name = before.got.isEmpty ? "pictures that were not asked for" : "pictures that were refused"
                apart[name, default: 0] += 1
            }
            return after
        }
        let isPardoned = [
            GuardRules.isPardoned(commits.words, disputes: pass.cases.compactMap(\.wordsDispute), now: pass.now),
            GuardRules.isPardoned(commits.picture, disputes: pass.cases.compactMap(\.pictureDispute), now: pass.now),
        ]
        let amnesty = [pass.amnesty.words, pass.amnesty.picture]
        return (days, zip(amnesty, isPardoned).map { $1 ? pass.now : $0 })
    }

    private mutating func holdWords(
        _ judged: ModelRules.Judged, of day: ModelCase, _ verdict: ModelVerdict, _ rules: ModelRules
    ) {
        hold(judged.outcome, against: verdict.words, verdict.words.name("words"), day.day, rules.now)
        if let words = judged.words, let model = verdict.newWords {
            hold(words.text, against: model.text, "words as they are read", day.day, rules.now)
            hold(words.notice, against: model.notice, "notices", day.day, rules.now)
        }
        if rules.isDoubtedForLength(day) {
            apart["settled stories under half as long as before, of which the model knows no test", default: 0] += 1
        }
    }

    // MARK: - Hosts

    /// Plays what the hosts of pictures answered, in the order in which the model asks: the newest day first. The model
    /// has one kind of address where the module has several.
    private mutating func holdHosts(_ pass: ModelPass) {
        var (rules, proofs): (HostRules, [String: Int]) = (HostRules(), [:])
        for day in pass.cases.sorted(by: { $0.day > $1.day }) {
            for answer in day.got {
                let host = answer.host
                let part = HostPart(server: host, part: "")
                hold(rules.reason(notToAsk: part) == nil, against: true, "hosts that are asked", day.day, pass.now)
                rules.hear(host, answered: true)
                guard answer.isRefused else {
                    rules.prove(part)
                    continue
                }
                rules.refuse(part, address: answer.address, reason: "404")
                guard rules.needsProof(part) else { continue }
                proofs[host, default: 0] += 1
                if pass.hosts[host]?.isRefusing == true {
                    rules.giveUp(part, reason: "404")
                } else {
                    rules.prove(part)
                }
            }
        }
        for (name, model) in pass.hosts where name != "entries" {
            let mine = rules.facts(name)
            hold(
                mine.answers + proofs[name, default: 0], against: model.answers, "answers of hosts", pass.now.day,
                pass.now)
            hold(mine.silences, against: model.silences, "silences of hosts", pass.now.day, pass.now)
            hold(mine.isAway, against: model.isAway, "hosts that are away", pass.now.day, pass.now)
            hold(!mine.refusing.isEmpty, against: model.isRefusing, "hosts that refuse all", pass.now.day, pass.now)
        }
        for (day, verdict) in pass.verdicts {
            guard case .wait(let reason) = verdict.picture, reason.hasSuffix(" refuses all") else { continue }
            let host = HostPart(server: String(reason.prefix { $0 != " " }), part: "")
            let mayAsk = rules.reason(notToAsk: host) == nil
            hold(mayAsk, against: false, "pictures that wait for a host that refuses all", day, pass.now)
        }
        hold(rules.daysAway(on: pass.now.day, isOnline: true), against: DaysAway(), "days away", pass.now.day, pass.now)
    }
}
