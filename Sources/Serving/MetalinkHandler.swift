internal import Days
internal import HTTP
internal import MirrorTree

/// Answers for programs that fetch many pictures: a list of all of them, or of those of a year or month.
struct MetalinkHandler: Sendable {
    let cache: MirrorCache
    let origins: Origins

    /// The period of an address such as `/2026.meta4` or `/all.meta4`; `nil` for any other.
    static func period(ofPath path: String) -> Period? {
        guard path.hasPrefix("/"), path.hasSuffix(suffix) else { return nil }
        return Period(path.dropFirst().dropLast(suffix.count))
    }

    private static let suffix = ".meta4"

    func answer(_ request: HTTPRequest, for period: Period) -> HTTPAnswer? {
        guard let shown = cache.shown else { return APIRefusal.notThere.answer(.everyOrigin) }
        // What changes the list changes a name in the tree or in a metadata folder, as what changes the sums does.
        let held = cache.held(in: shown)
        guard
            let text = cache.text(
                .metalink(period), in: shown, state: { "\(held.revision)" }, make: { text(shown, period, held) })
        else { return APIRefusal.nothing.answer(.everyOrigin) }
        let headers = [(name: "Cache-Control", value: "no-cache")] + Readers.everyOrigin.headers
        return text.answer(to: request, origin: origins.origin(of: request), headers)
    }

    private func text(_ shown: MirrorCache.Shown, _ period: Period, _ held: HeldState) -> AddressedText? {
        let metalink = shown.tree.metalink(of: period, shown.listing, servedAt: [origins.mark])
        // There are more periods without a picture than are worth the memory.
        guard metalink.pictures > 0 else { return nil }
        return AddressedText(
            origins.parts(of: metalink.text), type: "application/metalink4+xml", changed: held.changed)
    }
}
