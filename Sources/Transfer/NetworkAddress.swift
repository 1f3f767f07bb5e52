internal import CCurl
internal import Glibc

/// An IP address, and its port where that is known.
struct NetworkAddress: Hashable, Sendable {
    /// Four bytes (IPv4) or sixteen (IPv6).
    private let bytes: [UInt8]
    private let port: UInt16

    init(_ bytes: [UInt8], port: UInt16 = 0) {
        self.bytes = bytes
        self.port = port
    }

    /// Reads a numeric address, or a name that always means this machine; `nil` for any other name.
    init?(_ text: String) {
        if text == "localhost" || text.hasSuffix(".localhost") {
            self.init([127, 0, 0, 1])
            return
        }
        var number = [UInt8](repeating: 0, count: 16)
        // The zone of an address such as fe80::1%eth0 is not part of the number.
        if inet_pton(AF_INET6, String(text.prefix { $0 != "%" }), &number) == 1 {
            self.init(number)
        } else if inet_pton(AF_INET, text, &number) == 1 {
            self.init(Array(number.prefix(4)))
        } else {
            return nil
        }
    }

    /// Returns `nil` for an address that is neither IPv4 nor IPv6.
    init?(_ address: UnsafePointer<sockaddr>) {
        let raw = UnsafeRawPointer(address)
        switch CInt(address.pointee.sa_family) {
        case AF_INET:
            let address = raw.loadUnaligned(as: sockaddr_in.self)
            self.init(withUnsafeBytes(of: address.sin_addr) { Array($0) }, port: UInt16(bigEndian: address.sin_port))
        case AF_INET6:
            let address = raw.loadUnaligned(as: sockaddr_in6.self)
            self.init(withUnsafeBytes(of: address.sin6_addr) { Array($0) }, port: UInt16(bigEndian: address.sin6_port))
        default:
            return nil
        }
    }

    init?(_ target: UnsafeMutablePointer<curl_sockaddr>) {
        guard let offset = MemoryLayout<curl_sockaddr>.offset(of: \.addr) else { return nil }
        self.init((UnsafeRawPointer(target) + offset).assumingMemoryBound(to: sockaddr.self))
    }
}

extension NetworkAddress {
    /// Whether the address belongs to this machine, a home network or no host: no server of the Internet answers there.
    var isAtHome: Bool { isThisMachine || isOfHomeNetwork }

    /// Loopback, or the unspecified address, which the system takes for loopback.
    var isThisMachine: Bool {
        if let four { return four[0] == 0 || four[0] == 127 }
        return bytes.dropLast().allSatisfy { $0 == 0 } && bytes[15] <= 1
    }

    private var isOfHomeNetwork: Bool {
        guard let four else {
            // Unique local, link-local, site-local, multicast.
            return bytes[0] & 0xFE == 0xFC || bytes[0] == 0xFE && bytes[1] >= 0x80 || bytes[0] == 0xFF
        }
        switch (four[0], four[1]) {
        case (10, _), (172, 16...31), (192, 168): return true
        // Link-local, carrier-grade NAT, and the addresses that providers' equipment has for itself.
        case (169, 254), (100, 64...127): return true
        case (192, 0): return four[2] == 0
        // Multicast, and reserved addresses.
        case (224..., _): return true
        default: return false
        }
    }

    /// The IPv4 address itself, or the one inside an IPv6 address: mapped, compatible, translated (NAT64, 6to4).
    private var four: [UInt8]? {
        if bytes.count == 4 { return bytes }
        let isMapped = bytes.prefix(10).allSatisfy { $0 == 0 } && bytes[10] == 0xFF && bytes[11] == 0xFF
        let isCompatible = bytes.prefix(12).allSatisfy { $0 == 0 } && !bytes[12...14].allSatisfy { $0 == 0 }
        let isTranslated =
            bytes.starts(with: [0, 0x64, 0xFF, 0x9B, 0, 0, 0, 0, 0, 0, 0, 0])
            // A NAT64 prefix that a network chooses itself continues with anything.
            || bytes.starts(with: [0, 0x64, 0xFF, 0x9B, 0, 1])
        if isMapped || isCompatible || isTranslated {
            return Array(bytes[12...])
        }
        return bytes.starts(with: [0x20, 0x02]) ? Array(bytes[2...5]) : nil
    }
}

extension NetworkAddress {
    /// Whether the address lies in a network of one of this machine's interfaces: with IPv6, and with many providers,
    /// machines at home have addresses of the Internet.
    var isInNetworkOfThisMachine: Bool {
        var first: UnsafeMutablePointer<ifaddrs>?
        guard getifaddrs(&first) == 0 else { return false }
        defer { freeifaddrs(first) }
        var next = first
        while let interface = next?.pointee {
            if let own = interface.ifa_addr.flatMap({ NetworkAddress(UnsafePointer($0)) }),
                let mask = interface.ifa_netmask.flatMap({ NetworkAddress(UnsafePointer($0)) }),
                isInNetwork(of: own, mask)
            {
                return true
            }
            next = interface.ifa_next
        }
        return false
    }

    /// - Parameter mask: a netmask; one of zeros stands for the whole Internet, and matches nothing here.
    func isInNetwork(of other: NetworkAddress, _ mask: NetworkAddress) -> Bool {
        guard bytes.count == other.bytes.count, mask.bytes.count == bytes.count, mask.bytes.contains(where: { $0 != 0 })
        else { return false }
        return bytes.indices.allSatisfy { (bytes[$0] ^ other.bytes[$0]) & mask.bytes[$0] == 0 }
    }
}

extension NetworkAddress: CustomStringConvertible {
    var description: String {
        var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        let family = bytes.count == 4 ? AF_INET : AF_INET6
        guard bytes.withUnsafeBytes({ inet_ntop(family, $0.baseAddress, &text, socklen_t(text.count)) }) != nil else {
            return "an unknown address"
        }
        return text.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" }
    }
}
