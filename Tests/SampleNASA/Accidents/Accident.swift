/// Something that befalls the whole server: from some request on every answer is struck by one and the same fault,
/// until it is over.
///
/// Faults of single days ask whether a client gets over a bad day. Accidents ask whether it notices that no day is to
/// blame: what all answers say alike must not be taken for what NASA published.
public struct Accident: Sendable, Hashable, CustomStringConvertible {
    /// Which of the two servers, the API's and that of pictures and films, it befalls.
    public enum Part: String, Sendable, CaseIterable {
        case everything, api, media
        /// Pictures as they were uploaded, while what the server makes of them is there.
        case uploads

        var target: FaultTarget {
            switch self {
            case .everything: return .everything
            case .api: return .entries
            case .media: return .allMedia
            case .uploads: return .allUploads
            }
        }

        /// What of the part is about one day.
        func targets(of date: String) -> [FaultTarget] {
            switch self {
            case .everything: return [.day(date), .media(date)]
            case .api: return [.day(date)]
            case .media: return [.media(date)]
            case .uploads: return [.upload(date)]
            }
        }
    }

    /// Such as `gateway-502-html`: unique, and what the command line of `sample-nasa` calls it.
    public let name: String
    let fault: Fault

    public init(_ name: String, _ fault: Fault) {
        self.name = name
        self.fault = fault
    }

    public var description: String { name }

    /// Answers never end, or not within a client's patience: whoever waits for one has to give up by itself.
    public var keepsWaiting: Bool { [Accident.neverAnswers, .silentMidway, .oneByteASecond].contains(self) }

    public static let all = gatewayPages + sameAnswers + redirects + wrongClocks + refusals + brokenConnections

    public static func named(_ name: String) -> Accident? { (all + lists).first { $0.name == name } }
}
