/// A reader of strangers' bytes, and what it promises whatever they are.
///
/// The fuzzer calls it with bytes that it makes up (`Tests/fuzz`), and the plain tests with those that are kept in
/// `Tests/Fuzz/Corpus`. A promise that is broken is thrown, so that a test can name the input; a trap is a trap. That no
/// input takes more than 64 MB of memory the fuzzer alone can tell: plain tests share their process with others.
struct FuzzTarget: Sendable {
    let name: String
    private let check: @Sendable ([UInt8]) throws -> Void

    init(_ name: String, _ check: @escaping @Sendable ([UInt8]) throws -> Void) {
        self.name = name
        self.check = check
    }

    func check(_ bytes: [UInt8]) throws {
        try check(bytes)
    }

    static let all = [
        apodBasic, planetary, compared, markup, links, configuration, favorites, pictures, headers, control, requests,
        setup, days, sums, held, numbers, posters, years, marks, transfers, mounts, dropIns,
        published, seals, disputes, corrections, collected,
    ]

    static func named(_ name: String) -> FuzzTarget? {
        all.first { $0.name == name }
    }
}

/// A promise that did not hold.
struct BrokenPromise: Error, CustomStringConvertible {
    let description: String
}

func promise(_ promise: String, _ isKept: Bool) throws {
    if !isKept { throw BrokenPromise(description: promise) }
}
