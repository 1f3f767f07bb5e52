internal import Folder
internal import Pictures

/// What the names in the tree say: the state of every day, without opening a file.
///
/// JSON and a file `DATE…` with a picture's suffix or `.html` = present; JSON alone = pending or hidden; neither =
/// missing. Only regular files count: a link where a picture belongs is no picture.
struct Listing: Equatable, Sendable {
    var days: [Day: Names] = [:]
    /// The months that have a folder, also an empty one.
    var months: Set<String> = []

    /// What stands in the tree under one day. A daemon holds thousands of these for years, so the usual one name has no
    /// array of its own.
    struct Names: Equatable, Sendable {
        var hasMetadata = false
        private var first: String?
        private var others: [String] = []

        /// Usually one; two after a crash between two names of one picture.
        var files: [String] {
            get { first.map { [$0] + others } ?? [] }
            set {
                first = newValue.first
                others = Array(newValue.dropFirst())
            }
        }

        var hasFile: Bool { first != nil }

        init(hasMetadata: Bool = false, files: [String] = []) {
            self.hasMetadata = hasMetadata
            self.files = files
        }
    }

    func isPresent(_ day: Day) -> Bool {
        days[day].map { $0.hasMetadata && $0.hasFile } ?? false
    }

    /// The days of each month.
    var daysOfMonth: [String: [(day: Day, names: Names)]] {
        Dictionary(grouping: days.map { (day: $0.key, names: $0.value) }, by: \.day.month)
    }

    /// The names that each month's SHA256SUMS must hold: our own pages are not summed.
    var summedNames: [String: Set<String>] {
        let byMonth = daysOfMonth
        return Dictionary(
            uniqueKeysWithValues: months.map { month in
                let names = (byMonth[month] ?? []).flatMap(\.names.files)
                return (month, Set(names.filter { Self.suffix(of: $0) != VideoPage.suffix }))
            })
    }

    /// JSON without a file: the only days whose JSON must be read to know their state.
    var daysWithoutFile: [Day] {
        days.filter { $0.value.hasMetadata && !$0.value.hasFile }.map(\.key).sorted()
    }

    var presentDays: [Day] {
        days.filter { $0.value.hasMetadata && $0.value.hasFile }.map(\.key).sorted()
    }
}

extension Listing {
    /// Lists the whole tree. A year or month that is a link is refused by name: what stands behind it is not ours.
    init(of root: Folder) throws(FolderError) {
        for year in try root.entries() where year.kind != .file && Self.isYear(year.name) {
            guard let yearFolder = try root.folder(year.name) else { continue }
            for month in try yearFolder.entries()
            where month.kind != .file && Self.isMonth(month.name, of: year.name) {
                guard let monthFolder = try yearFolder.folder(month.name) else { continue }
                try read(monthFolder, named: month.name.description)
            }
        }
    }

    /// Lists one month's folder.
    init(ofMonth folder: Folder, named month: String) throws(FolderError) {
        try read(folder, named: month)
    }

    private mutating func read(_ folder: Folder, named month: String) throws(FolderError) {
        months.insert(month)
        for entry in try folder.entries() where entry.kind == .file {
            guard let name = entry.name.text, let day = PictureName.day(of: entry.name), day.month == month,
                Self.suffix(of: name) != nil
            else { continue }
            days[day, default: Names()].files.append(name)
        }
        guard let metadata = try folder.folder("metadata") else { return }
        for entry in try metadata.entries() where entry.kind == .file {
            let name = entry.name.description
            guard name.hasSuffix(".json"), let day = Day(name.dropLast(5)), day.month == month else { continue }
            days[day, default: Names()].hasMetadata = true
        }
    }

    /// The suffix of a name that can stand for a day.
    private static func suffix(of name: String) -> String? {
        guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")) else { return nil }
        let suffix = String(name[name.index(after: dot)...])
        return PictureFormat.suffixes.contains(suffix) || suffix == VideoPage.suffix ? suffix : nil
    }

    static func isYear(_ name: FilePath) -> Bool {
        name.bytes.count == 4 && name.bytes.allSatisfy(\.isASCIIDigit)
    }

    private static func isMonth(_ name: FilePath, of year: FilePath) -> Bool {
        name.bytes.count == 7 && name.bytes.starts(with: year.bytes) && Day(name.description + "-01") != nil
    }
}
