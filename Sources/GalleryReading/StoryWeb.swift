package import Days
package import Folder
package import MirrorTree
internal import Sky

/// The links and objects in the stories of the shown days, and the makers that their credits name, cached in
/// `.apod-mirror/stories`. The days are read again where that file is missing.
package struct StoryWeb: Equatable, Sendable {
    /// The links and objects of one day's story, and its makers.
    package struct Facts: Equatable, Sendable {
        /// The days that the story links to, including days that are not shown.
        var links: [Day] = []
        /// The things in the sky that title and story name, in their order.
        var objects: [SkyObject] = []
        /// How many of the first objects are what the picture is of, as ``NamedObjects`` has it.
        var subjectCount = 0
        /// The makers of the picture, as the credit writes their names.
        var makers: [String] = []
        /// A hash of title, story and credit.
        var text: Int32 = 0

        var subjects: ArraySlice<SkyObject> { objects.prefix(subjectCount) }
    }

    private var links = DayNumbers()
    /// The codes of the objects, with ``subjectMark`` added for those that a day's picture is of.
    private var objects = DayNumbers()
    private static let subjectMark: Int32 = 1 << 24
    package private(set) var texts = DayNumbers()
    /// The places of the makers' names in ``makerNames``.
    private var makers = DayNumbers()
    /// Each name once. One that no day has any more stays until all days are read again.
    private var makerNames: [String] = []

    package init(_ facts: [Day: Facts?] = [:]) {
        _ = apply(facts)
    }

    package func contains(_ day: Day) -> Bool { links.contains(day) }

    package var months: Set<String> {
        var months: Set<String> = []
        var last = Int32.min
        // The days are in their order, and thousands.
        for number in links.days where number > last {
            let month = Day(number: Int(number)).month
            months.insert(month)
            last = Day.span(ofMonth: month).last.map { Int32($0.number) } ?? number
        }
        return months
    }

    subscript(day: Day) -> Facts {
        Facts(
            links: links[day].map { Day(number: Int($0)) },
            objects: objects[day].compactMap { SkyObject(code: Int($0 & (Self.subjectMark - 1))) },
            subjectCount: objects[day].count { $0 >= Self.subjectMark },
            makers: makers[day].map { makerNames[Int($0)] }, text: texts[day].first ?? 0)
    }

    /// Applies the facts of changed days, `nil` for a day that is not shown. Returns the days whose pages change with
    /// them: days whose incoming links changed, and days with a link to a day that came or went.
    package mutating func apply(_ changes: [Day: Facts?]) -> Set<Day> {
        var (touched, cameOrWent): (Set<Day>, Set<Int32>) = ([], [])
        var (newLinks, newObjects, newTexts): ([Day: [Int32]?], [Day: [Int32]?], [Day: [Int32]?]) = ([:], [:], [:])
        var newMakers: [Day: [String]?] = [:]
        for (day, facts) in changes {
            let (former, isKnown) = (self[day], contains(day))
            let links = facts.map { Set($0.links).sorted() }
            let isSame =
                former.links == links ?? [] && former.objects == facts?.objects ?? []
                && former.subjectCount == facts?.subjectCount ?? 0
            if isKnown == (facts != nil), isSame, former.text == facts?.text ?? 0 { continue }
            newTexts[day] = .some(facts.map { [$0.text] })
            newLinks[day] = .some(links.map { $0.map { Int32($0.number) } })
            newObjects[day] = .some(facts.map(Self.marked))
            newMakers[day] = .some(facts.map(\.makers))
            touched.formUnion(Set(former.links).symmetricDifference(links ?? []))
            if isKnown != (facts != nil) { cameOrWent.insert(Int32(day.number)) }
        }
        links.merge(newLinks)
        objects.merge(newObjects)
        texts.merge(newTexts)
        merge(makers: newMakers)
        if !cameOrWent.isEmpty {
            for (place, day) in links.days.enumerated()
            where links.range(at: place).contains(where: { cameOrWent.contains(links.values[$0]) }) {
                touched.insert(Day(number: Int(day)))
            }
        }
        return touched.filter(contains)
    }

    private static func marked(_ facts: Facts) -> [Int32] {
        facts.objects.enumerated().map { Int32($1.code) + ($0 < facts.subjectCount ? subjectMark : 0) }
    }

    private mutating func merge(makers changes: [Day: [String]?]) {
        if changes.isEmpty { return }
        var places = Dictionary(zip(makerNames, Int32(0)...)) { first, _ in first }
        var merged: [Day: [Int32]?] = [:]
        // In the order of the days: the same days make the same file.
        for (day, names) in changes.sorted(by: { $0.key < $1.key }) {
            let numbers = names.map { names in
                names.map { name in
                    if let place = places[name] { return place }
                    let place = Int32(makerNames.count)
                    makerNames.append(name)
                    places[name] = place
                    return place
                }
            }
            merged[day] = .some(numbers)
        }
        makers.merge(merged)
    }

    /// The makers of each shown day's picture, as its credit writes their names.
    var makersOfDays: some Sequence<(day: Day, names: [String])> {
        makers.days.indices.lazy.map { place in
            let names = makers.values[makers.range(at: place)].map { makerNames[Int($0)] }
            return (day: Day(number: Int(makers.days[place])), names: names)
        }
    }

    /// For each shown day, the days whose stories link to it.
    package var mentions: Mentions { Mentions(days: links.reversed) }

    package struct Mentions: Sendable {
        fileprivate let days: DayNumbers

        package subscript(day: Day) -> [Day] { days[day].map { Day(number: Int($0)) } }
    }

    /// The days that name each thing: those that name it first, in the title above all, come first, and of these the
    /// newest.
    var daysOfObjects: [SkyObject: [Day]] {
        var found: [Int32: [(rank: Int, day: Int32)]] = [:]
        for (place, day) in objects.days.enumerated() {
            for (rank, value) in objects.range(at: place).enumerated() {
                found[objects.values[value] & (Self.subjectMark - 1), default: []].append((rank, day))
            }
        }
        return Dictionary(
            uniqueKeysWithValues: found.compactMap { code, days in
                let sorted = days.sorted { ($0.rank, $1.day) < ($1.rank, $0.day) }
                return SkyObject(code: Int(code)).map { ($0, sorted.map { Day(number: Int($0.day)) }) }
            })
    }

    /// The days whose pictures are of each object, and those that only mention it, the newest first.
    var daysInSky: [SkyObject: (subject: [Day], mentioned: [Day])] {
        var found: [Int32: (subject: [Day], mentioned: [Day])] = [:]
        for (place, day) in objects.days.enumerated().reversed() {
            for value in objects.range(at: place) {
                let (marked, named) = (objects.values[value], Day(number: Int(day)))
                if marked >= Self.subjectMark {
                    found[marked - Self.subjectMark, default: ([], [])].subject.append(named)
                } else {
                    found[marked, default: ([], [])].mentioned.append(named)
                }
            }
        }
        return Dictionary(
            uniqueKeysWithValues: found.compactMap { code, days in
                SkyObject(code: Int(code)).map { ($0, days) }
            })
    }
}

extension StoryWeb {
    init?(_ bytes: [UInt8]) {
        guard let lists = NumbersFile.lists("stories", 5, in: bytes) else { return nil }
        (links, objects, texts, makers) = (lists[0], lists[1], lists[2], lists[3])
        let names = lists[4]
        makerNames = names.days.indices.map { place in
            let scalars = names.values[names.range(at: place)].compactMap { Unicode.Scalar(UInt32(bitPattern: $0)) }
            return String(String.UnicodeScalarView(scalars))
        }
        guard makers.values.allSatisfy({ makerNames.indices.contains(Int($0)) }) else { return nil }
    }

    package var bytes: [UInt8] {
        var names = DayNumbers()
        for (place, name) in zip(Int32(0)..., makerNames) {
            names.append(place, name.unicodeScalars.map { Int32(bitPattern: $0.value) })
        }
        return NumbersFile.bytes("stories", [links, objects, texts, makers, names])
    }
}

// MARK: - In the tree

extension Tree {
    package static let stories = own.appending("stories")

    /// The story web as of the last page written; `nil` where the file is missing or invalid.
    package func rememberedStories() throws -> StoryWeb? {
        try root.read(Self.stories).flatMap { StoryWeb($0) }
    }

    /// The facts of the stories in these months, `nil` for a day that is not shown. Months that cannot be read are left
    /// out.
    package func stories(in months: Set<String>, _ listing: Listing) -> [Day: StoryWeb.Facts?] {
        var stories: [Day: StoryWeb.Facts?] = [:]
        for month in months where listing.closed[month] == nil && listing.closed[String(month.prefix(4))] == nil {
            for day in Day.span(ofMonth: month) {
                let isKnown = listing.days.hasMetadata(day)
                let metadata = isKnown ? (try? metadata(day)).flatMap { $0 } : nil
                stories[day] = .some(metadata.flatMap { $0.mirror.state == .hidden ? nil : StoryWeb.Facts($0) })
            }
        }
        return stories
    }
}
