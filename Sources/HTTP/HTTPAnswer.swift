internal import CMicroHTTPD
public import Folder
internal import Glibc

/// What the server says, ready to be sent. It may be sent many times, also at once: what many ask for is made once.
///
/// `@unchecked Sendable`: the library counts who uses it under a lock of its own, and nothing changes it once it is made.
public final class HTTPAnswer: @unchecked Sendable {
    let status: Int
    /// How much a client has to take, as far as that is known.
    let bytes: Int64
    private let responses: [OpaquePointer]

    /// The one for the thread that asks: the library sends a large file under a lock.
    var response: OpaquePointer { responses[Int(http_thread()) % responses.count] }

    /// Where a body comes from.
    public enum Body {
        case bytes([UInt8])
        /// A part of a file, sent by the kernel.
        case file(OpenFile, Range<Int64>)
        /// Piece by piece, as much at a time as fits: nothing is held but the piece that is being sent. An empty one is
        /// the end; `nil` breaks the connection off. For one client only.
        case pieces(() -> [UInt8]?)
    }

    /// `nil` where the system has no descriptor or no memory left.
    ///
    /// - Parameter isForMany: whether it will be sent again and again.
    public init?(_ status: Int, headers: [(name: String, value: String)], body: Body, isForMany: Bool = false) {
        self.status = status
        var responses: [OpaquePointer] = []
        switch body {
        case .bytes(let content):
            bytes = Int64(content.count)
            responses = [Self.response(content)].compactMap(\.self)
        case .file(let file, let range):
            bytes = range.upperBound - range.lowerBound
            if let mapped = Self.mapped(file, range) {
                responses = [mapped]
            } else {
                let count = isForMany ? Int(HTTPServer.threads) : 1
                responses = (0..<count).compactMap { _ in Self.response(file, range) }
                if responses.count < count {
                    responses.forEach { MHD_destroy_response($0) }
                    return nil
                }
            }
        case .pieces(let next):
            bytes = 0
            responses = [Self.response(next)].compactMap(\.self)
        }
        if responses.isEmpty { return nil }
        for response in responses {
            for (name, value) in headers { MHD_add_response_header(response, name, value) }
        }
        self.responses = responses
    }

    deinit {
        for response in responses { MHD_destroy_response(response) }
    }

    private static func response(_ bytes: [UInt8]) -> OpaquePointer? {
        bytes.withUnsafeBytes { buffer in
            MHD_create_response_from_buffer(
                buffer.count, UnsafeMutableRawPointer(mutating: buffer.baseAddress), .RESPMEM_MUST_COPY)
        }
    }

    /// A file of a usual size as memory that is only ever handed to the kernel: it goes out in few large pieces, where the
    /// library's own way sends many of 128 kB, and takes twice as long. One that is cut short meanwhile fails in the
    /// kernel, and not here.
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
        // The library closes what it is given.
        let own = fcntl(file.descriptor, F_DUPFD_CLOEXEC, 0)
        guard own >= 0 else { return nil }
        let size = UInt64(range.upperBound - range.lowerBound)
        let response = MHD_create_response_from_fd_at_offset64(size, own, UInt64(range.lowerBound))
        if response == nil { close(own) }
        return response
    }

    private static func response(_ next: @escaping () -> [UInt8]?) -> OpaquePointer? {
        let source = Unmanaged.passRetained(Pieces(next)).toOpaque()
        // MHD_SIZE_UNKNOWN, which Swift does not import.
        let response = MHD_create_response_from_callback(.max, 32_768, readPiece, source, releasePieces)
        if response == nil { releasePieces(source) }
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

/// A body under way. Used by one thread at a time.
private final class Pieces {
    private let next: () -> [UInt8]?
    private var rest: ArraySlice<UInt8> = []

    init(_ next: @escaping () -> [UInt8]?) { self.next = next }

    func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        if rest.isEmpty {
            guard let piece = next() else { return -2 }
            rest = piece[...]
        }
        // MHD_CONTENT_READER_END_OF_STREAM and, above, _WITH_ERROR, which are casts that Swift does not import.
        guard !rest.isEmpty else { return -1 }
        let part = rest.prefix(buffer.count)
        part.withUnsafeBytes { buffer.copyMemory(from: $0) }
        rest = rest.dropFirst(part.count)
        return part.count
    }
}

private func readPiece(
    _ context: UnsafeMutableRawPointer?, _ position: UInt64, _ buffer: UnsafeMutablePointer<CChar>?, _ size: Int
) -> Int {
    guard let context, let buffer else { return -2 }
    return Unmanaged<Pieces>.fromOpaque(context).takeUnretainedValue()
        .read(into: UnsafeMutableRawBufferPointer(start: buffer, count: size))
}

private func releasePieces(_ context: UnsafeMutableRawPointer?) {
    if let context { Unmanaged<Pieces>.fromOpaque(context).release() }
}
