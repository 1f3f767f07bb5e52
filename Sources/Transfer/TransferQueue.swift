/// Decides which transfer starts next, within the limits of running ones in all and per host.
///
/// curl could hold transfers back by itself, but lets their time limits run while they wait.
struct TransferQueue<Element> {
    private struct Host {
        var running = 0
        /// The waiting elements with their numbers; those before `first` have left.
        var waiting: [(number: Int, element: Element?)] = []
        var first = 0

        var number: Int? { first < waiting.count ? waiting[first].number : nil }
        var isGone: Bool { running == 0 && first == waiting.count }

        mutating func prepend(_ element: Element) {
            if first > 0 {
                first -= 1
                waiting[first] = (0, element)
            } else {
                waiting.insert((0, element), at: 0)
            }
        }

        mutating func popFirst() -> Element? {
            guard first < waiting.count else { return nil }
            let element = waiting[first].element
            waiting[first].element = nil
            first += 1
            // Elements that left are dropped in batches, which keeps a line of thousands cheap.
            if first * 2 > waiting.count {
                waiting.removeFirst(first)
                first = 0
            }
            return element
        }
    }

    private let limit: Int
    private let limitPerHost: Int
    private var running = 0
    private var lastNumber = 0
    private var hosts: [String: Host] = [:]

    init(limit: Int, limitPerHost: Int) {
        self.limit = limit
        self.limitPerHost = limitPerHost
    }

    /// - Parameter first: puts the element before all others of its host, since it has waited already.
    mutating func add(_ element: Element, for host: String, first: Bool = false) {
        if first {
            hosts[host, default: Host()].prepend(element)
        } else {
            lastNumber += 1
            hosts[host, default: Host()].waiting.append((lastNumber, element))
        }
    }

    /// The element that has waited longest among those whose host has room; it counts as running from now on.
    mutating func next() -> Element? {
        guard running < limit else { return nil }
        var best: (number: Int, host: String)?
        for (name, host) in hosts where host.running < limitPerHost {
            guard let number = host.number else { continue }
            if best.map({ number < $0.number }) ?? true { best = (number, name) }
        }
        guard let name = best?.host, let element = hosts[name]?.popFirst() else { return nil }
        hosts[name]?.running += 1
        running += 1
        return element
    }

    /// Records that a transfer of that host has ended.
    mutating func leave(_ host: String) {
        running -= 1
        hosts[host]?.running -= 1
        if hosts[host]?.isGone ?? false { hosts[host] = nil }
    }

    mutating func remove(where fits: (Element) -> Bool) -> Element? {
        for (name, host) in hosts {
            guard let index = host.waiting[host.first...].firstIndex(where: { $0.element.map(fits) ?? false })
            else { continue }
            let element = hosts[name]?.waiting.remove(at: index).element
            if hosts[name]?.isGone ?? false { hosts[name] = nil }
            return element
        }
        return nil
    }
}
