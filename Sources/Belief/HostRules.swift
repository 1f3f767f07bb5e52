package import Days

/// The part of a server that picture addresses belong to: its uploads, the renditions made of them, or anything else.
package struct HostPart: Hashable, Sendable {
    package let server: String
    package let part: String

    package init(server: String, part: String) {
        (self.server, self.part) = (server, part)
    }
}

/// The answers of a pass's hosts, and which of them are asked on because of that. A host's fault costs its own days.
package struct HostRules: Sendable {
    /// The answers of one host in this pass.
    package struct Facts: Equatable, Sendable {
        /// Requests in a row without an answer.
        package internal(set) var silences = 0
        package internal(set) var answers = 0
        /// Addresses that were refused in a row, by the part of the server.
        package internal(set) var refusals: [String: Set<String>] = [:]
        package internal(set) var isAway = false
        /// The parts that the host answers for and has nothing of any more that it had, with the reason.
        package internal(set) var refusing: [String: String] = [:]
        /// The reason of the last failure.
        package internal(set) var reason = ""
    }

    package private(set) var hosts: [String: Facts] = [:]
    /// Why nothing more is asked for; `nil` while something may be.
    package private(set) var end: String?
    private var daysAway: DaysAway

    package init(_ daysAway: DaysAway = DaysAway()) {
        self.daysAway = daysAway
        // Yesterday's silence is the first of the two, so that a dead host costs one request a pass.
        for name in daysAway.hosts.keys { hosts[name, default: Facts()].silences = Limits.silences - 1 }
    }

    package func facts(_ host: String) -> Facts { hosts[host] ?? Facts() }

    // MARK: - What is asked

    /// Whether the host is not asked before it has proved that it still has what it certainly had.
    package func needsProof(_ host: HostPart) -> Bool {
        let facts = facts(host.server)
        return (facts.refusals[host.part]?.count ?? 0) > Limits.refusals && facts.refusing[host.part] == nil
            && !facts.isAway
    }

    /// Whether a host was away for so many days, while others answered, that its films are shown as pages.
    package func isGone(_ host: String) -> Bool { (daysAway.hosts[host]?.count ?? 0) >= Limits.gone }

    /// Why a host is not asked; `nil` where it may be.
    package func reason(notToAsk host: HostPart) -> String? {
        let facts = facts(host.server)
        if facts.isAway { return "\(host.server) is away: \(facts.reason)" }
        return facts.refusing[host.part].map { Self.refusal(of: host.server, $0) }
    }

    /// Whether it is a day's own fault that these hosts gave no picture: each of them answers, and may be asked.
    package func isOwnFault(of hosts: Set<HostPart>) -> Bool {
        hosts.allSatisfy { host in
            let facts = facts(host.server)
            return (facts.silences == 0 || facts.answers > 0) && reason(notToAsk: host) == nil
        }
    }

    private static func refusal(of host: String, _ reason: String) -> String {
        "\(host) gives no pictures at the moment: \(reason)"
    }

    /// The hosts that are at fault, each with the reason that its days wait with.
    package var faults: [String: String] {
        hosts.reduce(into: [:]) { faults, entry in
            let (host, facts) = entry
            if facts.isAway { faults[host] = reason(notToAsk: HostPart(server: host, part: "")) }
            if let refusal = facts.refusing.values.min() { faults[host] = Self.refusal(of: host, refusal) }
        }
    }

    // MARK: - What is heard

    package mutating func hear(_ host: String, answered: Bool, reason: String = "") {
        var facts = facts(host)
        if answered {
            (facts.silences, facts.answers) = (0, facts.answers + 1)
        } else {
            facts.silences += 1
            if !facts.isAway { facts.reason = reason }
            if facts.silences >= Limits.silences { facts.isAway = true }
        }
        hosts[host] = facts
        let away = hosts.values.count(where: \.isAway)
        if away >= Limits.hosts, !hosts.values.contains(where: { $0.answers > 0 && !$0.isAway }) {
            end = "no host of pictures can be reached, at last \(host): \(reason)"
        }
    }

    package mutating func refuse(_ host: HostPart, address: String, reason: String) {
        hosts[host.server, default: Facts()].refusals[host.part, default: []].insert(address)
        hosts[host.server, default: Facts()].reason = reason
    }

    /// A picture came, so what was refused before was the days' own fault.
    package mutating func prove(_ host: HostPart) {
        hosts[host.server, default: Facts()].refusals[host.part] = nil
        gavePicture = true
    }

    /// The host had nothing any more of what it certainly had.
    package mutating func giveUp(_ host: HostPart, reason: String) {
        hosts[host.server, default: Facts()].refusing[host.part] = reason
    }

    package var isAnyAnswering: Bool { hosts.values.contains { $0.answers > 0 && !$0.isAway } }

    /// Whether any picture came at all.
    package private(set) var gavePicture = false

    /// The count of days away after this pass. While nothing at all answers, this machine is offline, and no day counts.
    package func daysAway(on today: Day, isOnline: Bool) -> DaysAway {
        var result = daysAway
        for (name, facts) in hosts {
            if facts.answers > 0 {
                result.hosts[name] = nil
            } else if facts.silences > (daysAway.hosts[name] == nil ? 0 : Limits.silences - 1), isOnline,
                result.hosts[name]?.last != today
            {
                result.hosts[name] = DaysAway.Count(count: (result.hosts[name]?.count ?? 0) + 1, last: today)
            }
        }
        return result
    }
}

/// On how many days in a row each host was away while others answered.
package struct DaysAway: Codable, Equatable, Sendable {
    package struct Count: Codable, Equatable, Sendable {
        package var count: Int
        package var last: Day
    }

    package var hosts: [String: Count] = [:]

    package init(_ hosts: [String: Count] = [:]) {
        self.hosts = hosts
    }
}
