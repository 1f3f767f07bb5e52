import Testing

@testable import Refresh

/// What downloads side by side set aside of a disk.
@Suite struct RoomLedgerTests {
    @Test func `what was reserved is not reserved once more`() {
        var ledger = RoomLedger(minimum: 1_000)
        let granted = (1...6).map { ledger.reserve(490, for: $0, free: 3_000, written: [:]) }
        #expect(granted == [true, true, true, true, false, false])
        #expect(ledger.reserved(written: [:]) == 4 * 490)
        #expect(ledger.refused == [5: 490, 6: 490])
        ledger.release(1)
        ledger.release(5)
        let again = ledger.reserve(490, for: 5, free: 3_000, written: [:])
        #expect(again)
    }

    @Test func `what is written is free no more, and reserved no more`() {
        var ledger = RoomLedger(minimum: 100)
        var written: [Int: Int64] = [1: 0, 2: 0]
        // Two files of 400, written in turn to a disk of 1,000, and no room for a third of 101.
        for step in 0..<80 {
            let number = step % 2 + 1
            let free = 1_000 - (written[1] ?? 0) - (written[2] ?? 0)
            let granted = ledger.reserve(400, for: number, free: free, written: written)
            #expect(granted, "\(written)")
            if step > 0 {
                let third = ledger.reserve(101, for: 3, free: free, written: written)
                #expect(!third)
            }
            written[number] = (written[number] ?? 0) + 10
        }
        #expect(ledger.reserved(written: written) == 0)
    }

    @Test func `where somebody else fills the disk, what was reserved is refused with the next step`() {
        var ledger = RoomLedger(minimum: 100)
        let begins = ledger.reserve(400, for: 1, free: 1_000, written: [:])
        let goesOn = ledger.reserve(400, for: 1, free: 399, written: [1: 100])
        #expect(begins && !goesOn)
    }

    @Test(arguments: [(1_001, true), (1_000, false), (0, false), (-5, false)] as [(Int64, Bool)])
    func `nothing begins on a disk that has only what is kept free`(free: Int64, hasRoom: Bool) {
        #expect(RoomLedger(minimum: 1_000).hasRoom(free: free, written: [:]) == hasRoom)
    }

    @Test func `the sentence says what there is, what is wanted and what is kept`() {
        let low = DiskLow(
            path: "/srv/APOD", free: 1_500_000_000, reserved: 490_000_000, minimum: 1_000_000_000, wanted: 490_000_000)
        #expect(
            low.description
                == "/srv/APOD has 1.5 GB free, of which downloads under way take 490 MB; the next picture takes 490 MB, and "
                + "min_free_bytes keeps 1 GB; make room, and the next pass goes on where this one stopped.")
    }
}
