package import Days
package import Folder
package import MirrorTree
internal import Sky

/// For each day, the eight days with the most similar words. Words that few other days use weigh most.
///
/// Only each day's weightiest words are kept, each with its weight in one number, so that a new day is compared with
/// thirty years in milliseconds and no story is read for it.
package struct SimilarDays: Equatable, Sendable {
    /// The hash of the text that was compared for each day, from ``StoryWeb/Facts/text``.
    package var texts = DayNumbers()
    /// The weight of each word among all days, as of the last full comparison.
    private(set) var rarity = DayNumbers()
    /// The weightiest words of each day: 24 bits of number, 8 of weight.
    package private(set) var words = DayNumbers()
    /// The most similar days of each day, best first, each with its score.
    package private(set) var neighbours = DayNumbers()

    static let shown = 8
    private static let kept = 100
    /// The factor on a later day's score, since authors lead to what came before.
    private static let later: Float = 0.75

    package init() {}

    subscript(day: Day) -> [Day] {
        let values = Array(neighbours[day])
        return stride(from: 0, to: values.count, by: 2).map { Day(number: Int(values[$0])) }
    }

    func contains(_ day: Day) -> Bool { words.contains(day) }

    /// Compares all days with all.
    package init(_ terms: [(day: Day, terms: StoryTerms)]) {
        var counts: [Int32: Int32] = [:]
        for (_, terms) in terms { for number in terms.weights.keys { counts[number, default: 0] += 1 } }
        let count = Float(terms.count)
        let most = max(12, Int32(count * 0.15))
        for (number, days) in counts.sorted(by: { $0.key < $1.key }) where days > 1 && days <= most {
            rarity.append(number, [Int32(1_000 * Self.log((count - Float(days) + 0.5) / (Float(days) + 0.5) + 1))])
        }
        for (day, terms) in terms.sorted(by: { $0.day < $1.day }) { words.append(Int32(day.number), vector(of: terms)) }
        compareAll()
    }

    /// The weightiest words as a vector of length one.
    private func vector(of terms: StoryTerms) -> [Int32] {
        var weighed: [(number: Int32, weight: Float)] = []
        weighed.reserveCapacity(terms.weights.count)
        for (number, weight) in terms.weights {
            guard let rare = rarity[number: number].first else { continue }
            weighed.append((number, weight * Float(rare)))
        }
        weighed.sort { ($0.weight, $1.number) > ($1.weight, $0.number) }
        weighed.removeLast(max(0, weighed.count - Self.kept))
        let length = weighed.reduce(0) { $0 + $1.weight * $1.weight }.squareRoot()
        return weighed.compactMap { number, weight in
            let eighth = Int32((255 * weight / length).rounded())
            return eighth > 0 ? number << 8 | eighth : nil
        }.sorted { UInt32(bitPattern: $0) < UInt32(bitPattern: $1) }
    }

    private mutating func compareAll() {
        // The days that have each word, with the word's weight there.
        var rows: [Int32: [Int32]] = [:]
        let days = words.days
        for place in days.indices {
            for value in words.range(at: place) {
                let packed = words.values[value]
                rows[Self.number(packed), default: []].append(Int32(place) << 8 | packed & 0xFF)
            }
        }
        var scores = [Float](repeating: 0, count: days.count)
        for place in days.indices {
            for index in scores.indices { scores[index] = 0 }
            for value in words.range(at: place) {
                let packed = words.values[value], weight = Float(packed & 0xFF)
                guard let row = rows[Self.number(packed)] else { continue }
                row.withUnsafeBufferPointer { row in
                    for other in row { scores[Int(other >> 8)] += weight * Float(other & 0xFF) }
                }
            }
            neighbours.append(days[place], best(of: scores, for: place))
        }
    }

    /// - Parameter scores: by words alone, at the place of each day.
    private func best(of scores: [Float], for place: Int) -> [Int32] {
        var best: [(score: Float, place: Int)] = []
        var least: Float = 0
        for other in scores.indices where other != place {
            let score = other > place ? scores[other] * Self.later : scores[other]
            guard score > least else { continue }
            let at = best.firstIndex { $0.score < score } ?? best.endIndex
            best.insert((score, other), at: at)
            if best.count > Self.shown { best.removeLast() }
            if best.count == Self.shown, let last = best.last { least = last.score }
        }
        return best.flatMap { [words.days[$0.place], Int32($0.score)] }
    }

    /// Applies the terms of changed days, `nil` for a day that is gone. Returns the days whose similar days changed.
    package mutating func apply(_ changes: [Day: StoryTerms?]) -> Set<Day> {
        let former = neighbours
        let gone = Set(changes.keys.filter(words.contains))
        words.merge(changes.mapValues { terms in terms.map(vector) })
        // The changed days are compared anew, and so is every day that listed one of them.
        var anew = Set(changes.keys.filter(words.contains))
        if !gone.isEmpty {
            for day in former.days.map({ Day(number: Int($0)) }) where !gone.isDisjoint(with: former.days(near: day)) {
                if words.contains(day) { anew.insert(day) }
            }
        }
        var updates: [Day: [Int32]?] = [:]
        for day in gone where !words.contains(day) { updates[day] = .some(nil) }
        for day in anew {
            guard let place = words.place(of: Int32(day.number)) else { continue }
            let scores = scores(of: place)
            updates[day] = .some(best(of: scores, for: place))
            guard changes[day] != nil else { continue }
            for other in words.days.indices where other != place {
                let its = Day(number: Int(words.days[other]))
                let score = Int32(other < place ? scores[other] * Self.later : scores[other])
                var near = (updates[its] ?? nil) ?? Array(neighbours[its])
                guard score > 0, near.count < 2 * Self.shown || score > near[near.count - 1],
                    !stride(from: 0, to: near.count, by: 2).contains(where: { near[$0] == Int32(day.number) })
                else { continue }
                let at = stride(from: 0, to: near.count, by: 2).first { near[$0 + 1] < score } ?? near.count
                near.insert(contentsOf: [Int32(day.number), score], at: at)
                updates[its] = .some(Array(near.prefix(2 * Self.shown)))
            }
        }
        neighbours.merge(updates)
        return Set(updates.keys.filter { former[$0] != neighbours[$0] && words.contains($0) })
    }

    private func scores(of place: Int) -> [Float] {
        var weights: [Int32: Float] = [:]
        for value in words.range(at: place) {
            weights[Self.number(words.values[value])] = Float(words.values[value] & 0xFF)
        }
        var scores = [Float](repeating: 0, count: words.days.count)
        for other in scores.indices {
            for value in words.range(at: other) {
                let packed = words.values[value]
                if let weight = weights[Self.number(packed)] { scores[other] += weight * Float(packed & 0xFF) }
            }
        }
        return scores
    }

    private static func number(_ packed: Int32) -> Int32 { Int32(UInt32(bitPattern: packed) >> 8) }

    /// The natural logarithm, near enough to weigh words with.
    private static func log(_ value: Float) -> Float {
        let exponent = value.exponent, part = value.significand
        let ratio = (part - 1) / (part + 1), square = ratio * ratio
        return Float(exponent) * 0.693_147_18 + 2 * ratio * (1 + square * (1 / 3 + square * (0.2 + square / 7)))
    }
}

/// Two files hold the comparison: the similar days are needed with every page, the words only for a new day.
extension SimilarDays {
    init?(_ bytes: [UInt8]) {
        guard let lists = NumbersFile.lists("similar", 2, in: bytes),
            lists[1].days.indices.allSatisfy({ lists[1].range(at: $0).count.isMultiple(of: 2) })
        else { return nil }
        (texts, neighbours) = (lists[0], lists[1])
    }

    package var bytes: [UInt8] { NumbersFile.bytes("similar", [texts, neighbours]) }

    package var wordBytes: [UInt8] { NumbersFile.bytes("words", [rarity, words]) }

    /// Takes the words; returns whether they are valid and belong to the days that were compared.
    mutating func takeWords(_ bytes: [UInt8]) -> Bool {
        guard let lists = NumbersFile.lists("words", 2, in: bytes), lists[1].days == texts.days,
            // Positive rarities avoid dividing by zero; few words keep sums within 32 bits.
            lists[0].values.allSatisfy({ $0 > 0 }),
            lists[1].days.indices.allSatisfy({ lists[1].range(at: $0).count <= Self.kept })
        else { return false }
        (rarity, words) = (lists[0], lists[1])
        return true
    }
}

extension DayNumbers {
    /// The days among a day's pairs of day and score.
    fileprivate func days(near day: Day) -> [Day] {
        let values = Array(self[day])
        return stride(from: 0, to: values.count, by: 2).map { Day(number: Int(values[$0])) }
    }
}

// MARK: - In the tree

extension Tree {
    package static let similar = own.appending("similar")
    package static let words = own.appending("words")
    package static let looks = own.appending("looks")

    /// The similar days as of the last page written; none where the file is missing or invalid.
    package func rememberedSimilar() -> SimilarDays {
        ((try? root.read(Self.similar)) ?? nil).flatMap { SimilarDays($0) } ?? SimilarDays()
    }

    package func takeWords(_ similar: inout SimilarDays) -> Bool {
        ((try? root.read(Self.words)) ?? nil).map { similar.takeWords($0) } ?? false
    }

    /// The words of a day's title and story.
    package func terms(_ day: Day) -> StoryTerms? {
        guard let metadata = (try? metadata(day)) ?? nil else { return nil }
        let objects = SkyObject.found(in: "\(metadata.title)\n\(metadata.explanation)")
        return StoryTerms(title: metadata.title, story: metadata.explanation, objects: objects)
    }

    /// The perceptual hashes as of the last page written; `nil` where the file is missing or invalid.
    package func rememberedRepeats() -> RepeatedPictures? {
        ((try? root.read(Self.looks)) ?? nil).flatMap { RepeatedPictures($0) }
    }
}
