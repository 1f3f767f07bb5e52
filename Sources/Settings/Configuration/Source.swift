package import NASA

/// The API that is asked, with its address.
package enum Source: Equatable, Sendable {
    case apodBasic(base: String)
    /// The legacy shape has no server of NASA's any more, so its address is always given.
    case planetaryAPOD(base: String)

    static let nasa = APIShape.apodBasic.publicBase

    /// Reads `apod-basic`, `apod-basic=BASE_URL` and `planetary-apod=BASE_URL`.
    init(_ text: String) throws(SettingProblem) {
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let base = try parts.count == 2 ? Self.address(parts[1]) : nil
        switch (parts[0], base) {
        case ("apod-basic", let base): self = .apodBasic(base: base ?? Self.nasa)
        case ("planetary-apod", let base?): self = .planetaryAPOD(base: base)
        case ("planetary-apod", nil):
            throw .because("lacks the address of its server; write planetary-apod=https://…")
        default: throw .notAllowed
        }
    }

    /// A server's address without trailing slashes, and without room for a key: keys have their own file.
    private static func address(_ text: String) throws(SettingProblem) -> String {
        var address = text
        while address.hasSuffix("/") { address.removeLast() }
        guard let scheme = ["https://", "http://"].first(where: { address.lowercased().hasPrefix($0) }) else {
            throw .because("has an address that does not start with https:// or http://")
        }
        let rest = address.dropFirst(scheme.count)
        guard let host = rest.split(separator: "/", omittingEmptySubsequences: false).first, !host.isEmpty else {
            throw .because("has an address without a server")
        }
        guard !host.contains("@"), !rest.contains(where: { "?#".contains($0) }) else {
            throw .because("has an address with more than a server and a path; a key goes into api_key_file")
        }
        guard rest.unicodeScalars.allSatisfy({ $0.isASCII && $0.value > 0x20 && $0.value != 0x7F }) else {
            throw .because("has an address with a character that does not belong there")
        }
        return address
    }
}

extension Source {
    package var shape: APIShape {
        switch self {
        case .apodBasic: .apodBasic
        case .planetaryAPOD: .planetary
        }
    }

    package var name: String { shape.rawValue }

    /// The server's address.
    package var base: String {
        switch self {
        case .apodBasic(let base), .planetaryAPOD(let base): base
        }
    }
}

extension Source {
    /// The day on which NASA switches off the server that is asked; `nil` for any other server.
    package var end: String? {
        guard case .planetaryAPOD(let base) = self, WebAddress(base)?.host == "api.nasa.gov" else { return nil }
        return "2026-12-01"
    }
}

extension Source: CustomStringConvertible {
    package var description: String {
        switch self {
        case .apodBasic(Self.nasa): "apod-basic"
        case .apodBasic(let base): "apod-basic=\(base)"
        case .planetaryAPOD(let base): "planetary-apod=\(base)"
        }
    }
}

/// The paths at which a mirror answers as NASA's old API does.
package enum APIPaths {
    package static let all = [shown, "/planetary/apod/", "/v1/apod", "/v1/apod/"]
    /// The one that people are told.
    package static let shown = "/planetary/apod"
}
