import Synchronization

/// The memory that one input takes: all that is allocated and not freed while its reader runs, at its highest.
///
/// The sanitizer calls a hook for each allocation and for each release, so nothing is estimated. What an earlier input left
/// behind and this one frees is taken off, which makes the measure milder by what caches hold, and never stricter.
enum InputMemory {
    static let mostMegabytes = 64

    private static let live = Atomic(0)
    private static let highest = Atomic(0)

    static func watch() {
        // Both exist before the first hook runs: making them in a hook would allocate.
        live.store(0, ordering: .relaxed)
        highest.store(0, ordering: .relaxed)
        let installed = install(
            { _, size in InputMemory.add(size) },
            { pointer in
                if let pointer { InputMemory.add(-allocatedSize(pointer)) }
            })
        precondition(installed != 0, "the sanitizer takes no hooks, so the memory of inputs is not bounded")
    }

    /// Runs a reader on one input, and throws where it keeps its promises with too much memory.
    static func bounded(_ body: () throws -> Void) throws {
        live.store(0, ordering: .relaxed)
        highest.store(0, ordering: .relaxed)
        try body()
        let megabytes = highest.load(ordering: .relaxed) >> 20
        try promise("an input takes \(mostMegabytes) MB at most, and not \(megabytes)", megabytes < mostMegabytes)
    }

    private static func add(_ bytes: Int) {
        let now = live.wrappingAdd(bytes, ordering: .relaxed).newValue
        highest.max(now, ordering: .relaxed)
    }
}

/// Both are of the sanitizer's runtime, and have a header for C only.
@_silgen_name("__sanitizer_install_malloc_and_free_hooks")
private func install(
    _ allocated: @convention(c) (UnsafeRawPointer?, Int) -> Void, _ freed: @convention(c) (UnsafeRawPointer?) -> Void
) -> CInt

@_silgen_name("__sanitizer_get_allocated_size")
private func allocatedSize(_ pointer: UnsafeRawPointer) -> Int
