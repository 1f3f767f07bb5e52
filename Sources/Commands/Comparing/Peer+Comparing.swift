internal import Days
internal import JSON
internal import MirrorTree
internal import Refresh
internal import Settings
internal import Transfer

extension Peer {
    /// All that the mirror tells of these days. Callers ask year by year, so that no more than a year is in memory.
    ///
    /// - Parameter listing: the names in the mirror's folder, where it is one.
    func days(in range: ClosedRange<Day>, of listing: Listing) async throws -> [Day: ComparedDay] {
        switch self {
        case .folder(let tree): return try tree.compared(in: range, of: listing)
        case .server(let site, let transfer): return try await Self.ask(site, range, transfer)
        }
    }

    private static func ask(
        _ site: String, _ range: ClosedRange<Day>, _ transfer: Transfer
    ) async throws -> [Day: ComparedDay] {
        let url = "\(site)\(APIPaths.shown)?start_date=\(range.lowerBound)&end_date=\(range.upperBound)"
        let response = try await get(url, accepting: "application/json", transfer)
        let keys: Set = ["date", "title", "explanation", "media_type", "copyright", "mirror"]
        guard response.status == 200, let records = JSONRecords(response.body, keys: keys, most: 2 * range.count),
            records.isList
        else {
            throw NotCompared(url: url, reason: "it answers \(response.status), and not with a list of days")
        }
        var days: [Day: ComparedDay] = [:]
        for record in records {
            guard let day = record["date"]?.text.flatMap({ Day($0) }), range.contains(day) else { continue }
            guard let compared = ComparedDay(record) else {
                throw NotCompared(url: url, reason: "what answers there is no mirror of apod-mirror")
            }
            days[day] = compared
        }
        return days
    }

    private static func get(_ url: String, accepting type: String, _ transfer: Transfer) async throws -> Response {
        var request = Request(url, maximumBytes: Self.maximumBytes, timeLimit: .seconds(600))
        request.accept = type
        do {
            return try await transfer.data(request)
        } catch {
            throw NotCompared(url: url, reason: error.description)
        }
    }

    /// The sums of a period and of its parts, as a server tells them; `nil` where it tells none, or nothing that can be.
    func sums(of period: Period, _ known: ClosedRange<Day>) async throws -> [HeldSums.PeriodSum]? {
        guard case .server(let site, let transfer) = self else { return nil }
        let url = "\(site)/\(HeldSums.address)\(period == .all ? "" : "/\(period)")"
        guard let response = try? await Self.get(url, accepting: "text/plain", transfer), response.status == 200 else {
            try Task.checkCancellation()
            return nil
        }
        return HeldSums.PeriodSum.list(response.body, of: period, in: known)
    }

    /// A year of a mirror has some megabytes.
    private static let maximumBytes: Int64 = 16_000_000
}

extension Tree {
    /// The days in a range that this mirror shows, without hidden ones.
    func compared(in range: ClosedRange<Day>, of listing: Listing) throws -> [Day: ComparedDay] {
        var days: [Day: ComparedDay] = [:]
        for day in listing.days.withMetadata where range.contains(day) {
            guard let metadata = try metadata(day), metadata.mirror.state != .hidden else { continue }
            days[day] = ComparedDay(metadata, isPresent: listing.isPresent(day))
        }
        return days
    }
}

/// Why another mirror cannot be compared with.
struct NotCompared: ExitCoded, Equatable, CustomStringConvertible {
    var url: String
    var reason: String

    var exitCode: ExitCode { .unavailable }

    var description: String {
        "\(url) cannot be compared with: \(reason). Name a mirror's folder, or the address where apod-mirror serve answers."
    }
}
