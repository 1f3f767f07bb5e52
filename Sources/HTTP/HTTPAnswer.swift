internal import CMicroHTTPD
public import Folder
internal import Glibc

/// An answer of the server, ready to be sent. It may be sent many times, also at once, so that an answer for many
/// clients is made once.
///
/// `@unchecked Sendable`: the library counts an answer's users under a lock of its own, its responses never change, and
/// its stream is used by one thread at a time.
public final class HTTPAnswer: @unchecked Sendable {
    let status: Int
    /// The length of the body; `nil` for a stream whose end is not known.
    let bytes: Int64?
    private let responses: [OpaquePointer]
    private let stream: Stream?

    /// The response for the calling thread: the library sends a large file under a lock, so each thread has its own.
    var response: OpaquePointer { responses[Int(http_thread()) % responses.count] }

    public enum Body {
        case bytes([UInt8])
        /// A part of a file, sent by the kernel.
        case file(OpenFile, Range<Int64>)
        /// The function fills a buffer with the next bytes and returns their number, 0 for the end, or `nil` to break
        /// the connection off. So nothing is held for a client that does not read. For one client only.
        case stream(size: Int64?, read: (UnsafeMutableRawBufferPointer) -> Int?)
    }

    /// `nil` where the system has no descriptor or no memory left.
    ///
    /// - Parameter isForMany: whether the answer will be sent again and again.
    public init?(_ status: Int, headers: [(name: String, value: String)], body: Body, isForMany: Bool = false) {
        self.status = status
        var responses: [OpaquePointer] = []
        var stream: Stream?
        switch body {
        case .bytes(let content):
            bytes = Int64(content.count)
            responses = [Self.response(content)].compactMap(\.self)
        case .file(let file, let range):
            bytes = range.upperBound - range.lowerBound
            if let mapped = Self.mapped(file, range) {
                responses = [mapped]
            } else {
                let count = isForMany ? HTTPServer.threads : 1
                responses = (0..<count).compactMap { _ in Self.response(file, range) }
                if responses.count < count {
                    responses.forEach { MHD_destroy_response($0) }
                    return nil
                }
            }
        case .stream(let size, let read):
            bytes = size
            let body = Stream(read)
            stream = body
            responses = [Self.response(size, body)].compactMap(\.self)
        }
        if responses.isEmpty { return nil }
        for response in responses {
            for (name, value) in headers { MHD_add_response_header(response, name, value) }
        }
        self.responses = responses
        self.stream = stream
    }

    /// Calls `told` with the number of bytes of each piece of a stream before the piece is sent.
    func follow(_ told: @escaping (Int64) -> Void) { stream?.told = told }

    deinit {
        for response in responses { MHD_destroy_response(response) }
    }

    /// The bytes of a stream that are read at a time; every streamed answer has a buffer of this size.
    private static let blockBytes = 2_048

    private static func response(_ bytes: [UInt8]) -> OpaquePointer? {
        bytes.withUnsafeBytes { buffer in
            MHD_create_response_from_buffer(
                buffer.count, UnsafeMutableRawPointer(mutating: buffer.baseAddress), .RESPMEM_MUST_COPY)
        }
    }

    /// A response from a file of at most 16 MiB, mapped into memory that only the kernel reads. The file goes out in
    /// few large pieces, where the library's own way sends many of 128 kB and takes twice as long. A file that is cut
    /// short meanwhile fails in the kernel, and not here.
    private static func mapped(_ file: OpenFile, _ range: Range<Int64>) -> OpaquePointer? {
        guard range.lowerBound == 0, range.upperBound > 0, range.upperBound <= 1 << 24 else { return nil }
        let size = Int(range.upperBound)
        guard let memory = mmap(nil, size, PROT_READ, MAP_SHARED, file.descriptor, 0), memory != MAP_FAILED else {
            return nil
        }
        let context = UnsafeMutablePointer<Mapping>.allocate(capacity: 1)
        context.initialize(to: Mapping(memory: memory, size: size))
        guard let response = MHD_create_response_from_buffer_with_free_callback_cls(size, memory, unmap, context) else {
            unmap(context)
            return nil
        }
        return response
    }

    private static func response(_ file: OpenFile, _ range: Range<Int64>) -> OpaquePointer? {
        // The library closes the descriptor that it is given.
        let own = fcntl(file.descriptor, F_DUPFD_CLOEXEC, 0)
        guard own >= 0 else { return nil }
        let size = UInt64(range.upperBound - range.lowerBound)
        let response = MHD_create_response_from_fd_at_offset64(size, own, UInt64(range.lowerBound))
        if response == nil { close(own) }
        return response
    }

    private static func response(_ size: Int64?, _ body: Stream) -> OpaquePointer? {
        let stream = Unmanaged.passRetained(body).toOpaque()
        // MHD_SIZE_UNKNOWN, which Swift does not import.
        let size = size.map { UInt64($0) } ?? .max
        let response = MHD_create_response_from_callback(size, blockBytes, readStream, stream, releaseStream)
        if response == nil { releaseStream(stream) }
        return response
    }
}

private struct Mapping {
    let memory: UnsafeMutableRawPointer
    let size: Int
}

private func unmap(_ context: UnsafeMutableRawPointer?) {
    guard let mapping = context?.assumingMemoryBound(to: Mapping.self) else { return }
    munmap(mapping.pointee.memory, mapping.pointee.size)
    mapping.deallocate()
}

/// A streamed body under way. Used by one thread at a time.
private final class Stream {
    let read: (UnsafeMutableRawBufferPointer) -> Int?
    var told: (Int64) -> Void = { _ in }

    init(_ read: @escaping (UnsafeMutableRawBufferPointer) -> Int?) { self.read = read }
}

private func readStream(
    _ context: UnsafeMutableRawPointer?, _ position: UInt64, _ buffer: UnsafeMutablePointer<CChar>?, _ size: Int
) -> Int {
    guard let context, let buffer else { return -2 }
    let stream = Unmanaged<Stream>.fromOpaque(context).takeUnretainedValue()
    // MHD_CONTENT_READER_END_WITH_ERROR and _OF_STREAM, which are casts that Swift does not import.
    guard let count = stream.read(UnsafeMutableRawBufferPointer(start: buffer, count: size)) else { return -2 }
    stream.told(Int64(count))
    return count > 0 ? count : -1
}

private func releaseStream(_ context: UnsafeMutableRawPointer?) {
    if let context { Unmanaged<Stream>.fromOpaque(context).release() }
}
