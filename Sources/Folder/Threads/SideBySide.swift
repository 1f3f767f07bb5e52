/// Runs blocking calls on several threads at once: a disk does several flushes in little more time than one.
enum SideBySide {
    /// With fewer elements the threads would cost more than they save.
    private static let few = 8
    private static let threads = 4

    private struct Work<Result: Sendable>: Sendable {
        var next = 0
        var results: [Int: Result] = [:]
    }

    /// The results of the body, in the order of the elements.
    static func map<Element: Sendable, Result: Sendable>(
        _ elements: [Element], _ body: @escaping @Sendable (Element) -> Result
    ) -> [Result] {
        guard elements.count >= few else { return elements.map(body) }
        let work = Monitor(Work<Result>())
        let help: @Sendable () -> Void = {
            while let index = work.withLock({ work in
                work.next += 1
                return work.next <= elements.count ? work.next - 1 : nil
            }) {
                let result = body(elements[index])
                work.withLock { state in
                    state.results[index] = result
                    if state.results.count == elements.count { work.wakeAll() }
                }
            }
        }
        for _ in 1..<threads { OwnThread.start("flushes", help) }
        help()
        let results = work.wait { $0.results.count == elements.count ? $0.results : nil }
        return elements.indices.compactMap { results[$0] }
    }
}
