/// Why a sample server is not there.
public enum ServerError: Error, CustomStringConvertible {
    case cannotListen(port: UInt16)
    case noPort

    public var description: String {
        switch self {
        case .cannotListen(let port): return "cannot listen on 127.0.0.1 port \(port): it may be taken"
        case .noPort: return "no port of 127.0.0.1 is free"
        }
    }
}
