import Testing

@testable import Transfer

@Suite struct `The transfer queue` {
    @Test func `is first come, first served`() {
        var line = TransferQueue<Int>(limit: 1, limitPerHost: 1)
        for number in 1...50 { line.add(number, for: number.isMultiple(of: 3) ? "a" : "b") }
        var served: [Int] = []
        while let number = line.next() {
            served.append(number)
            line.leave(number.isMultiple(of: 3) ? "a" : "b")
        }
        #expect(served == Array(1...50))
    }

    @Test func `lets another host pass one that is full`() {
        var line = TransferQueue<String>(limit: 3, limitPerHost: 2)
        for name in ["a1", "a2", "a3", "b1", "b2"] { line.add(name, for: String(name.prefix(1))) }
        #expect([line.next(), line.next(), line.next(), line.next()] == ["a1", "a2", "b1", nil])
        line.leave("a")
        #expect(line.next() == "a3")
        line.leave("a")
        #expect(line.next() == "b2")
        #expect(line.next() == nil)
    }

    @Test func `gives the first place to one that has waited before`() {
        var line = TransferQueue<Int>(limit: 9, limitPerHost: 9)
        for number in 1...3 { line.add(number, for: "a") }
        #expect(line.next() == 1)
        line.add(10, for: "a", first: true)
        line.add(11, for: "b", first: true)
        #expect(Set([line.next(), line.next()]) == [10, 11])
        #expect([line.next(), line.next(), line.next()] == [2, 3, nil])
    }

    @Test func `forgets one that is taken out`() {
        var line = TransferQueue<Int>(limit: 9, limitPerHost: 9)
        for number in 1...5 { line.add(number, for: "a") }
        #expect(line.next() == 1)
        #expect(line.remove { $0 == 3 } == 3)
        #expect(line.remove { $0 == 1 } == nil)
        #expect([line.next(), line.next(), line.next(), line.next()] == [2, 4, 5, nil])
    }
}
