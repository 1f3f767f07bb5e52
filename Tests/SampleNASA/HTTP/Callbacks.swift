internal import CMicroHTTPD

// What the C library calls. Each only turns pointers back into the objects they stand for.

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
    let server = Unmanaged<HTTPServer>.fromOpaque(context).takeUnretainedValue()
    return Unmanaged<Exchange>.fromOpaque(exchange).takeUnretainedValue()
        .answer(on: connection, method: String(cString: method), server: server)
}

func endRequest(
    _ context: UnsafeMutableRawPointer?, _ connection: OpaquePointer?,
    _ request: UnsafeMutablePointer<UnsafeMutableRawPointer?>?, _ reason: MHD_RequestTerminationCode
) {
    guard let context, let connection, let exchange = request?.pointee else { return }
    request?.pointee = nil
    let server = Unmanaged<HTTPServer>.fromOpaque(context).takeUnretainedValue()
    Unmanaged<Exchange>.fromOpaque(exchange).takeRetainedValue()
        .end(on: connection, completed: reason == .REQUEST_TERMINATED_COMPLETED_OK, server: server)
}

func readBody(
    _ context: UnsafeMutableRawPointer?, _ position: UInt64, _ buffer: UnsafeMutablePointer<CChar>?, _ size: Int
) -> Int {
    guard let context, let buffer else { return -2 }
    let room = UnsafeMutableRawBufferPointer(start: buffer, count: size)
    switch Unmanaged<BodySource>.fromOpaque(context).takeUnretainedValue().read(at: Int(position), into: room) {
    case .bytes(let count): return count
    // MHD_CONTENT_READER_END_OF_STREAM and _WITH_ERROR, which are casts that Swift does not import.
    case .end: return -1
    case .failure: return -2
    }
}

func releaseBody(_ context: UnsafeMutableRawPointer?) {
    if let context { Unmanaged<BodySource>.fromOpaque(context).release() }
}
