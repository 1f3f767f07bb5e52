package import HTTP

/// The drop-ins that let a mirror answer: of the socket, and of the service that the socket starts. Pure.
package struct ServePlan: Equatable, Sendable {
    let mirror: ServicePlan
    let address: SocketAddress

    /// The address where a mirror answers unless another is named; the units say the same.
    package static let usual = SocketAddress(host: "127.0.0.1", port: 8_095)

    package enum Wish: Equatable, Sendable {
        case at(SocketAddress)
        case off
    }

    var socketDropIn: String {
        [ServicePlan.dropInMarker, "[Socket]", "ListenStream=", "ListenStream=\(address)"].joined(separator: "\n")
            + "\n"
    }

    /// The drop-in that shows a mirror in a hidden home to the service, and ends the service with the mirror's disk.
    var serviceDropIn: String {
        var lines = mirror.dropInHead
        let hidden = mirror.places.filter(ServicePlan.isHidden)
        if !hidden.isEmpty { lines += ["", "[Service]"] + mirror.binding(hidden, "BindReadOnlyPaths") }
        return lines.joined(separator: "\n") + "\n"
    }

    /// The address that a drop-in written earlier names.
    static func address(inDropIn text: String) -> SocketAddress? {
        let prefix = "ListenStream="
        return text.split(separator: "\n").last { $0.hasPrefix(prefix) && $0.count > prefix.count }
            .flatMap { SocketAddress(String($0.dropFirst(prefix.count))) }
    }
}

extension ServiceScope {
    var serveSocket: String { serveUnit("socket") }
    var serveService: String { serveUnit("service") }

    private func serveUnit(_ kind: String) -> String {
        switch self {
        case .system(let user): "apod-mirror-serve@\(user).\(kind)"
        case .user: "apod-mirror-serve.\(kind)"
        }
    }

    var serveSocketDropIn: String { "\(unitFolder)/\(serveSocket).d/mirror.conf" }
    var serveServiceDropIn: String { "\(unitFolder)/\(serveService).d/mirror.conf" }
}
