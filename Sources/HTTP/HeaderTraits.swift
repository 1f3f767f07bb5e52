internal import CMicroHTTPD
internal import Glibc

/// The traits of a request that no single header tells, found in one walk over all headers.
struct HeaderTraits {
    /// Whether a proxy tells of itself.
    private(set) var isForwarded = false
    /// How many headers say where the body ends.
    private var lengths = 0
    private var hosts = 0
    private var hasSpacedName = false

    init(of connection: OpaquePointer) {
        MHD_get_connection_values(
            connection, .HEADER_KIND,
            { context, _, name, _ in
                if let name { context?.assumingMemoryBound(to: HeaderTraits.self).pointee.add(name) }
                return .YES
            }, &self)
    }

    /// Whether two readers may differ about where the request ends or for which host it is, as a proxy and this server
    /// would where each goes by another of two headers.
    var isAmbiguous: Bool { lengths > 1 || hosts > 1 || hasSpacedName }

    private mutating func add(_ name: UnsafePointer<CChar>) {
        let length = strlen(name)
        guard length > 0 else { return }
        // Some readers take a name for the same without the space before its colon.
        if name[length - 1] == 0x20 || name[length - 1] == 0x09 { hasSpacedName = true }
        func begins(_ known: StaticString, zeros: Int = 0) -> Bool {
            let count = known.utf8CodeUnitCount
            return known.utf8Start.withMemoryRebound(to: CChar.self, capacity: count + 1) {
                strncasecmp(name, $0, count + zeros) == 0
            }
        }
        func isCalled(_ known: StaticString) -> Bool { begins(known, zeros: 1) }
        // Most headers begin with another letter, and are compared with nothing.
        switch UInt8(bitPattern: name[0]) | 0x20 {
        case UInt8(ascii: "h"):
            if isCalled("Host") { hosts += 1 }
        case UInt8(ascii: "c"), UInt8(ascii: "t"):
            if isCalled("Content-Length") || isCalled("Transfer-Encoding") { lengths += 1 }
            if begins("CF-") || begins("CDN-Loop") || begins("Client-IP") || begins("True-Client-IP") {
                isForwarded = true
            }
        case UInt8(ascii: "f"):
            if begins("Forwarded") || begins("Fastly-") || begins("Fly-") { isForwarded = true }
        case UInt8(ascii: "v"):
            if isCalled("Via") { isForwarded = true }
        case UInt8(ascii: "x"):
            if begins("X-Forwarded") || begins("X-Real-") || begins("X-Client-") || begins("X-Cluster-")
                || begins("X-Original-") || begins("X-Envoy-") || begins("X-Proxy")
            {
                isForwarded = true
            }
        default: break
        }
    }
}
