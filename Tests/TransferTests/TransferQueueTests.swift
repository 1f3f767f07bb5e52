import Testing

@testable import Transfer

@Suite struct `The transfer queue` {
    @Test func `is first come, first served`() {
        var queue = TransferQueue<Int>(limit: 1, limitPerHost: 1)
        for number in 1...50 { queue.add(number, for: number.isMultiple(of: 3) ? "a" : "b") }
        var served: [Int] = []
        while let number = queue.next() {
            served.append(number)
            queue.leave(number.isMultiple(of: 3) ? "a" : "b")
        }
        #expect(served == Array(1...50))
    }

    @Test func `lets another host pass one that is full`() {
        var queue = TransferQueue<String>(limit: 3, limitPerHost: 2)
        for name in ["a1", "a2", "a3", "b1", "b2"] { queue.add(name, for: String(name.prefix(1))) }
        #expect([queue.next(), queue.next(), queue.next(), queue.next()] == ["a1", "a2", "b1", nil])
        queue.leave("a")
        #expect(queue.next() == "a3")
        queue.leave("a")
        #expect(queue.next() == "b2")
        #expect(queue.next() == nil)
    }

    @Test func `gives the first place to one that has waited before`() {
        var queue = TransferQueue<Int>(limit: 9, limitPerHost: 9)
        for number in 1...3 { queue.add(number, for: "a") }
        #expect(queue.next() == 1)
        queue.add(10, for: "a", first: true)
        queue.add(11, for: "b", first: true)
        #expect(Set([queue.next(), queue.next()]) == [10, 11])
        #expect([queue.next(), queue.next(), queue.next()] == [2, 3, nil])
    }

    @Test func `forgets one that is taken out`() {
        var queue = TransferQueue<Int>(limit: 9, limitPerHost: 9)
        for number in 1...5 { queue.add(number, for: "a") }
        #expect(queue.next() == 1)
        #expect(queue.remove { $0 == 3 } == 3)
        #expect(queue.remove { $0 == 1 } == nil)
        #expect([queue.next(), queue.next(), queue.next(), queue.next()] == [2, 4, 5, nil])
    }
}
