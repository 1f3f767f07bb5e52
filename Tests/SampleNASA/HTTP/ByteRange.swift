/// The part of a file that a request asks for.
enum ByteRange: Equatable {
    case all
    case part(Range<Int>)
    case unsatisfiable

    /// Several parts at once, other units and nonsense get the whole file, as the standard allows.
    init(_ header: String?, size: Int) {
        self = .all
        guard let header, header.hasPrefix("bytes=") else { return }
        let ends = header.dropFirst(6).split(separator: "-", omittingEmptySubsequences: false)
        guard ends.count == 2 else { return }
        switch (Int(ends[0]), Int(ends[1])) {
        case (let first?, let last):
            guard last != nil || ends[1].isEmpty, last ?? first >= first else { return }
            self = first < size ? .part(first..<min(size, (last ?? size - 1) + 1)) : .unsatisfiable
        case (nil, let count?):
            guard ends[0].isEmpty else { return }
            self = count > 0 && size > 0 ? .part(max(0, size - count)..<size) : .unsatisfiable
        case (nil, nil):
            return
        }
    }
}
