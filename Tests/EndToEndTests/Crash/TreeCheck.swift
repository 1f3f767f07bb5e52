import Foundation

/// The promises about a tree as it lies, checked from outside. Each broken one is a sentence.
struct TreeCheck {
    let files: MirrorFiles
    let published: Published
    private(set) var problems: [String] = []

    /// Right after a crash, before anybody has mended anything.
    static func afterCrash(_ files: MirrorFiles, _ published: Published) -> [String] {
        var check = TreeCheck(files: files, published: published)
        check.names(isMended: false)
        check.pictures()
        check.metadata(isMended: false)
        check.sums()
        check.disputes()
        check.gallery()
        return check.problems
    }

    /// After a pass that ended well.
    static func afterCleanPass(_ files: MirrorFiles, _ published: Published) -> [String] {
        var check = TreeCheck(files: files, published: published.newest)
        check.names(isMended: true)
        check.pictures()
        check.metadata(isMended: true)
        check.sums()
        check.disputes()
        check.gallery()
        check.completeness()
        return check.problems
    }

    private mutating func names(isMended: Bool) {
        problems += files.strange.map { "neither file nor folder: \($0)" }
        // The marker's successor, hidden like it, until it has its place.
        let unfinished: Set = isMended ? [] : ["favorites/.apod-mirror.new"]
        let own = Set(files.files.keys).subtracting(unfinished)
        for path in own.sorted() where !Self.isOurs(path) { problems.append("a foreign file: \(path)") }
        for name in files.files.keys.compactMap(NameRules.flaw) { problems.append(name) }
    }

    private static func isOurs(_ path: String) -> Bool {
        let month = #/(\d{4})/(\1-\d\d)//#
        guard let match = path.prefixMatch(of: month) else {
            return path.hasPrefix(".apod-mirror/") || path.wholeMatch(of: #/\d{4}/gallery\.js/#) != nil
                || [
                    "index.html", "objects.html", "sky.html", "credits.html", "gallery.js", "favorites.js", "Today.jpg",
                    "Today.json", "favorites.json", "favorites/.apod-mirror",
                ].contains(path)
        }
        let rest = path[match.range.upperBound...]
        let day = match.output.2 + "-"
        if let below = rest.wholeMatch(of: #/metadata/(.+)/#)?.output.1 {
            return below == "SHA256SUMS" || below.hasPrefix(day) && below.wholeMatch(of: #/[\d-]{10}\.json/#) != nil
                || below == "published/SHA256SUMS"
                || below.hasPrefix("published/" + day) && below.wholeMatch(of: #/published/[\d-]{10}\.json/#) != nil
                || below.wholeMatch(of: #/superseded/[\d-]{10} [0-9a-f]{8}\.\w+/#) != nil
        }
        return rest == "index.html"
            || !rest.contains("/") && rest.hasPrefix(day)
                && rest.wholeMatch(of: #/[\d-]{10}( .+)?\.(jpg|png|gif|mp4|html)/#) != nil
    }

    /// Whatever stands under a visible name is whole and is what NASA published that day.
    private mutating func pictures() {
        for file in files.visible + files.superseded {
            if file.suffix == "html" {
                if file.bytes.suffix(8) != Data("</html>\n".utf8) { problems.append("a torn page: \(file.path)") }
            } else if !published.allows(file.bytes, on: file.day), !file.path.contains("/superseded/") {
                problems.append("not what was published: \(file.path), \(file.bytes.count) bytes")
            }
        }
        let today = files.files["Today.jpg"]?.bytes
        if let today, !published.days.contains(where: { published.allows(today, on: $0) }) {
            problems.append("Today.jpg is no picture that was published")
        }
        let story = files.files["Today.json"]?.bytes
        if let story, DayRecord(story) == nil { problems.append("Today.json is torn") }
    }

    /// What is disputed, of pictures and of words, is told whole.
    private mutating func disputes() {
        guard let bytes = files.files[".apod-mirror/days.json"]?.bytes else { return }
        if (try? JSONSerialization.jsonObject(with: bytes)) == nil { problems.append("days.json is torn") }
    }

    private mutating func metadata(isMended: Bool) {
        for file in files.metadata {
            guard let record = DayRecord(file.bytes), record.date + ".json" == file.name else {
                problems.append("not a day's metadata: \(file.path)")
                continue
            }
            servedRecord(of: record, beside: file, isMended: isMended)
            guard let name = record.file else {
                if record.state == "present" { problems.append("present without a picture: \(file.path)") }
                continue
            }
            let month = (file.folder as NSString).deletingLastPathComponent
            guard let picture = files.files[month + "/" + name] else {
                problems.append("\(file.path) claims \(name), which is not there")
                continue
            }
            // Two names cannot change in one step: until the JSON follows, the intent tells of the new picture.
            let isExplained = !isMended && intent(of: record.date)?.sha256 == picture.sha256
            if !isExplained, record.sha256 != picture.sha256 || record.bytes != picture.bytes.count {
                problems.append("\(file.path) has another sum or size than \(name)")
            }
        }
    }

    /// A day's JSON names a record that is there, whole.
    private mutating func servedRecord(of record: DayRecord, beside file: MirrorFiles.File, isMended: Bool) {
        guard let sum = record.served else {
            return problems.append("\(file.path) names no record of NASA's")
        }
        guard let served = files.files["\(file.folder)/published/\(file.name)"] else {
            return problems.append("\(file.path) names a record of NASA's that is not there")
        }
        // Two names cannot change in one step: until the JSON follows, the intent tells of the new record.
        let isExplained = !isMended && intent(of: record.date)?.served == served.sha256
        if served.sha256 != sum, !isExplained {
            problems.append("\(file.path) names another record than \(served.path)")
        }
    }

    /// Sums may be missing or old after a crash, but never wrong about a file that is there.
    private mutating func sums() {
        for file in files.sums { sums(in: file, of: (file.folder as NSString).deletingLastPathComponent) }
        for file in files.publishedSums { sums(in: file, of: file.folder) }
    }

    private mutating func sums(in file: MirrorFiles.File, of folder: String) {
        for line in String(decoding: file.bytes, as: UTF8.self).split(separator: "\n") {
            guard line.wholeMatch(of: #/[0-9a-f]{64}  \S.*/#) != nil else {
                problems.append("a torn line in \(file.path): \(line)")
                continue
            }
            guard let summed = files.files[folder + "/" + line.dropFirst(66)] else { continue }
            if summed.sha256 != line.prefix(64) { problems.append("a wrong sum in \(file.path): \(summed.name)") }
        }
    }

    /// What can be made again is late after a crash, and never torn.
    private mutating func gallery() {
        for page in files.pages where page.bytes.suffix(8) != Data("</html>\n".utf8) {
            problems.append("a torn page: \(page.path)")
        }
        for data in files.galleryData
        where !String(decoding: data.bytes.suffix(24), as: UTF8.self).contains(#/\],"[0-9a-f]{12}"\)\n$/#) {
            problems.append("torn data: \(data.path)")
        }
        for picture in files.thumbnails
        where picture.bytes.prefix(2) != Data([0xFF, 0xD8]) || picture.bytes.suffix(2) != Data([0xFF, 0xD9]) {
            problems.append("a torn thumbnail: \(picture.path)")
        }
    }

    private mutating func completeness() {
        for day in published.days {
            let names = files.visible.filter { $0.day == day }
            if names.count != 1 { problems.append("\(day) has \(names.count) files") }
            if files.record(of: day)?.state != "present" { problems.append("\(day) is not said to be present") }
        }
        for month in files.months {
            let page = String(decoding: files.files[month + "/index.html"]?.bytes ?? Data(), as: UTF8.self)
            for file in files.visible where file.folder == month && !page.contains(file.day) {
                problems.append("\(month)/index.html does not show \(file.day)")
            }
        }
        problems += files.incoming.map { "left in incoming/: \($0.name)" }
        for month in files.months {
            let wanted = Set(files.visible.filter { $0.folder == month && $0.suffix != "html" }.map(\.name))
            let lines = String(decoding: files.files[month + "/metadata/SHA256SUMS"]?.bytes ?? Data(), as: UTF8.self)
            let listed = Set(lines.split(separator: "\n").map { String($0.dropFirst(66)) })
            let others = listed.symmetricDifference(wanted)
            if !others.isEmpty { problems.append("\(month): only one of tree and sums has \(others)") }
            let sums = files.files[month + "/metadata/published/SHA256SUMS"]?.bytes ?? Data()
            let summed = Set(
                String(decoding: sums, as: UTF8.self).split(separator: "\n").map { String($0.dropFirst(66)) })
            let records = Set(files.records.filter { $0.path.hasPrefix(month + "/") }.map(\.name))
            let odd = summed.symmetricDifference(records)
            if !odd.isEmpty { problems.append("\(month)/metadata/published: only one of tree and sums has \(odd)") }
        }
    }

    private func intent(of day: String) -> DayRecord? {
        files.files[".apod-mirror/incoming/\(day).json"].flatMap { DayRecord($0.bytes) }
    }
}
