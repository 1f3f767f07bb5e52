import Days
import HTTP

@testable import Folder
@testable import Serving

extension FuzzTarget {
    /// A request to a mirror that answers: its target, its host and its range, a line each.
    static let requests = FuzzTarget("requests") { bytes in
        let lines = bytes.split(separator: UInt8(ascii: "\n"), maxSplits: 2, omittingEmptySubsequences: false)
        func line(_ place: Int) -> String { lines.count > place ? String(decoding: lines[place], as: UTF8.self) : "" }
        let request = HTTPRequest(target: line(0), host: line(1), range: line(2))
        try checkPath(request)
        try checkQuery(request)
        try checkOrigin(request)
        for size: Int64 in [0, 1, 100, .max] {
            guard case .part(let range) = ByteRange(request.range, size: size) else { continue }
            try promise("a part lies in the file", range.lowerBound >= 0 && range.upperBound <= size && !range.isEmpty)
        }
    }

    private static func checkPath(_ request: HTTPRequest) throws {
        guard let path = request.path, let file = ServedPath(path)?.file else { return }
        let names = file.bytes.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        let isBelow = names.allSatisfy { name in
            !name.isEmpty && !name.contains(0) && !name.elementsEqual(".".utf8) && !name.elementsEqual("..".utf8)
        }
        try promise("a file lies below the root", isBelow)
        let isHidden = names.contains { $0.first == UInt8(ascii: ".") }
        let isThumbnail = file.bytes.starts(with: ".apod-mirror/thumbnails/".utf8)
        try promise("nothing hidden is served but thumbnails", !isHidden || isThumbnail)
        try promise("no favorites are served", !file.bytes.starts(with: "favorites".utf8))
    }

    private static func checkQuery(_ request: HTTPRequest) throws {
        guard let today = Day("2026-11-20") else { return }
        do {
            let query = try APIQuery(request.fields, today: today)
            switch query.wish {
            case .newest: break
            case .day(let day): try promise("no day lies ahead", (Day.first...today).contains(day))
            case .days(let days):
                try promise("no day lies ahead", days.lowerBound >= Day.first && days.upperBound <= today)
            case .random(let count): try promise("a hundred at most", (1...100).contains(count))
            }
        } catch let refusal as APIRefusal {
            try promise("a refusal has a status of its own", refusal.code == 400)
            try promise("and is one line of ASCII", refusal.json.dropLast().allSatisfy { (0x20..<0x7F).contains($0) })
        }
    }

    private static func checkOrigin(_ request: HTTPRequest) throws {
        let origin = Origins(publicURL: nil, machine: "nas").origin(of: request)
        let isPlain = origin.utf8.allSatisfy { $0.isASCIIAlphanumeric || "-._:[]/".utf8.contains($0) }
        try promise("an origin is nothing but one", isPlain && origin.utf8.count < 300)
    }
}
