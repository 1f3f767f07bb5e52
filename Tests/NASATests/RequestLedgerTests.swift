import Days
import TestSupport
import Testing

@testable import NASA

@Suite struct RequestLedgerTests {
    private let today: Day

    init() throws {
        today = try day("2026-11-20")
    }

    @Test func `an address is asked twice for a day, and not once more`() {
        var ledger = RequestLedger()
        ledger.allow(days: 10)
        let days: [Day?] = [nil, today, today.advanced(by: -1)]
        for day in days {
            #expect(!(day.map(ledger.hasRepeated) ?? false))
            let verdicts = ["a", "a", "a", "b"].map { ledger.ask("https://x/\($0)", for: day) }
            #expect(verdicts == [.granted, .granted, .askedTwice, .granted])
        }
        #expect(ledger.hasRepeated(today))
        #expect(ledger.count == 9)
    }

    @Test(arguments: [0, 1, 23, 11_387])
    func `all together are four a day and fifty`(days: Int) {
        var ledger = RequestLedger()
        ledger.allow(days: days)
        for number in 0..<days * 4 + 50 {
            guard ledger.ask("https://x/\(number)", for: nil) == .granted else {
                Issue.record("number \(number) was refused")
                return
            }
        }
        let verdict = ledger.ask("https://x/more", for: nil)
        #expect(verdict == .spent)
    }

    @Test func `a pass that has asked all it may ends with a sentence`() {
        let watch = PassWatch()
        var granted = 0
        while watch.withLock({ $0.grantsPicture("https://x/\(granted)", for: today) }) { granted += 1 }
        #expect(granted == 50)
        #expect(watch.end == .spent(url: "https://x/50", requests: 50))
        #expect(watch.end?.description.contains("50 requests") == true)
        let others = watch.withLock {
            ($0.grantsEntries("https://x/list"), $0.grantsProof("https://x/proof", of: today))
        }
        #expect(others == (false, false))
    }
}

/// Days that get no picture: whose fault it is.
@Suite struct PictureRefusalsTests {
    private let today: Day
    private let original = "https://assets.science.nasa.gov/content/dam/science/a.jpg"
    private let rendition = "https://assets.science.nasa.gov/dynamicimage/assets/science/a.jpg?w=9"

    init() throws {
        today = try day("2026-11-20")
    }

    private func refuse(_ days: Int, _ suspicion: inout PassSuspicion, isSilence: Bool = false) {
        for number in 0..<days {
            suspicion.recordMissingPicture(
                for: today.advanced(by: -number), [original, rendition].map { $0 + "&n=\(number)" }, "404",
                isSilence: isSilence)
        }
    }

    @Test func `six addresses in a row raise a doubt, or two days that nobody answers for`() {
        var suspicion = PassSuspicion()
        refuse(2, &suspicion)
        #expect(suspicion.doubt == nil)
        suspicion.recordAnswer()
        refuse(2, &suspicion)
        #expect(suspicion.doubt == nil)
        refuse(3, &suspicion)
        #expect(suspicion.doubt?.isSilence == false)
        #expect(suspicion.doubt?.kinds == [PictureAddress.Kind(original), PictureAddress.Kind(rendition)])

        var silent = PassSuspicion()
        refuse(1, &silent, isSilence: true)
        #expect(silent.doubt == nil)
        silent.recordAnswer()
        refuse(2, &silent, isSilence: true)
        #expect(silent.doubt?.isSilence == true)
    }

    @Test func `the same address twice is one`() {
        var suspicion = PassSuspicion()
        for _ in 0..<6 { suspicion.recordMissingPicture(for: today, [original], "404", isSilence: false) }
        #expect(suspicion.doubt == nil)
    }

    @Test func `in doubt a day that has begun goes on, and no other begins`() {
        var suspicion = PassSuspicion()
        let (begun, other) = (today.advanced(by: -20), today.advanced(by: -21))
        var granted = [suspicion.grantsPicture(original, for: begun)]
        refuse(3, &suspicion)
        granted += [suspicion.grantsPicture(rendition, for: begun), suspicion.grantsPicture(original, for: other)]
        #expect(granted == [true, true, false])
        suspicion.endPicture(of: begun)
        granted = [suspicion.grantsPicture(rendition + "0", for: begun)]
        suspicion.dispelDoubt()
        granted.append(suspicion.grantsPicture(original, for: other))
        #expect(granted == [false, true])
    }

    @Test func `what a server has of one kind proves nothing of another`() {
        let kinds = [
            original, rendition, "https://assets.science.nasa.gov/a.jpg",
            "https://example.org/content/dam/science/a.jpg",
            "http://127.0.0.1:8095/content/dam/a.jpg",
        ].map(PictureAddress.Kind.init)
        #expect(Set(kinds).count == kinds.count)
        #expect(PictureAddress.Kind(original + "?w=9") == kinds[0])
    }
}
