internal import CMicroHTTPD
internal import Glibc

// The callbacks of the C library. Each only turns pointers back into the objects they stand for.

func beginRequest(
    _ context: UnsafeMutableRawPointer?, _ target: UnsafePointer<CChar>?, _ connection: OpaquePointer?
) -> UnsafeMutableRawPointer? {
    Unmanaged.passRetained(Exchange(target: target.map { String(cString: $0) } ?? "/")).toOpaque()
}

func answerRequest(
    _ context: UnsafeMutableRawPointer?, _ connection: OpaquePointer?, _ path: UnsafePointer<CChar>?,
    _ method: UnsafePointer<CChar>?, _ version: UnsafePointer<CChar>?, _ upload: UnsafePointer<CChar>?,
    _ uploadSize: UnsafeMutablePointer<Int>?, _ request: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> MHD_Result {
    guard let context, let connection, let method, let exchange = request?.pointee else { return .NO }
    // A body that comes with a request is taken and forgotten.
    if let uploadSize, uploadSize.pointee > 0 {
        uploadSize.pointee = 0
        return .YES
    }
    let handler = Unmanaged<HTTPServer.Handler>.fromOpaque(context).takeUnretainedValue()
    return Unmanaged<Exchange>.fromOpaque(exchange).takeUnretainedValue()
        .answer(on: connection, method: method, handler: handler)
}

func endRequest(
    _ context: UnsafeMutableRawPointer?, _ connection: OpaquePointer?,
    _ request: UnsafeMutablePointer<UnsafeMutableRawPointer?>?, _ reason: MHD_RequestTerminationCode
) {
    if let exchange = request?.pointee { Unmanaged<Exchange>.fromOpaque(exchange).release() }
    request?.pointee = nil
    guard let context, let connection, let noted = http_noted(connection) else { return }
    let handler = Unmanaged<HTTPServer.Handler>.fromOpaque(context).takeUnretainedValue()
    handler.connections.rest(Unmanaged<Connections.Connection>.fromOpaque(noted).takeUnretainedValue())
}

func noteConnection(
    _ context: UnsafeMutableRawPointer?, _ connection: OpaquePointer?,
    _ noted: UnsafeMutablePointer<UnsafeMutableRawPointer?>?, _ change: MHD_ConnectionNotificationCode
) {
    guard let context, let connection, let noted else { return }
    let connections = Unmanaged<HTTPServer.Handler>.fromOpaque(context).takeUnretainedValue().connections
    if change == .CONNECTION_NOTIFY_STARTED {
        let known = connections.connection(http_socket(connection))
        noted.pointee = known.map { Unmanaged.passRetained($0).toOpaque() }
    } else if let known = noted.pointee {
        connections.forget(Unmanaged<Connections.Connection>.fromOpaque(known).takeRetainedValue())
        noted.pointee = nil
    }
}
