import Testing

@testable import Credits

@Suite("May I use it?")
struct ReuseTests {
    @Test("Of 400 real credits none is freed that a reader did not, and nine of ten free ones are found")
    func sample() throws {
        let sample = try SampledCredit.all()
        #expect(sample.count == 400)
        for answer in [Reuse.Answer.nasa, .creativeCommons] {
            let labelled: [(text: String, read: Reuse.Answer, found: Reuse.Answer)] = sample.flatMap { credit in
                [
                    ("\(credit.day) \(credit.credit)", credit.answer, credit.found.answer),
                    ("\(credit.day) \(credit.credit), unclaimed", credit.bareAnswer, credit.bareFound.answer),
                ]
            }
            let free = labelled.filter { $0.read == answer }
            let wrong = labelled.filter { $0.found == answer && $0.read != answer }.map(\.text)
            let missed = free.filter { $0.found != answer }.map(\.text)
            #expect(!free.isEmpty)
            #expect(wrong.isEmpty, "\(answer) is said too often")
            #expect(missed.count * 10 <= free.count, "\(answer) is missed: \(missed)")
        }
    }

    @Test("Every claim of rights in the sample is told")
    func claims() throws {
        let missed = try SampledCredit.all().filter { $0.answer == .copyright && $0.found.answer != .copyright }
        #expect(missed.map(\.day).isEmpty)
        let bare = try SampledCredit.all().filter { $0.bareAnswer == .copyright && $0.bareFound.answer != .copyright }
        #expect(bare.map(\.day).isEmpty)
    }

    @Test(
        "Only NASA, its centers and missions are NASA's own",
        arguments: [
            ("NASA", true), ("NASA/JPL-Caltech", true), ("NASA, JPL-Caltech, SSI", false),
            ("Apollo 17 Crew, NASA", true), ("STS-61 Crew, NASA", true), ("ISS Expedition 28 Crew, NASA", false),
            ("NASA's Goddard Space Flight Center/SVS", true), ("NASA, ESA", false), ("NASA/Bill Ingalls", false),
            ("Viking Project, JPL, NASA", true), ("Viking Project, USGS, NASA", false), ("Voyager 2", false),
            ("NASA et al.", false), ("NASA (courtesy of J. Doe)", false), ("NASA; Music: Jane Doe", false),
            ("NASA; Text: Jane Doe (UMBC)", true), ("NASA; License: unknown", false),
            ("Gemini Observatory, NASA", false),
            ("", false),
        ])
    func nasa(credit: String, isNASAs: Bool) {
        #expect((Reuse(credit: credit, copyright: nil).answer == .nasa) == isNASAs)
    }

    @Test("A claim of rights wins over NASA's name, and tells who claims them")
    func claimOfRights() {
        let reuse = Reuse(credit: "NASA, Voyager Project", copyright: "Calvin J. Hamilton")
        #expect(reuse.answer == .copyright)
        #expect(reuse.words == "Calvin J. Hamilton")
        #expect(
            Reuse(credit: "NASA; Processing & Copyright: Jane Doe", copyright: nil).words
                == "Processing & Copyright: Jane Doe")
        #expect(Reuse(credit: "NASA, © 2003 Jane Doe", copyright: nil).answer == .copyright)
    }

    @Test(
        "A license frees what it was given for",
        arguments: [
            ("Jane Doe", true), ("NASA, ESA, Hubble; Processing & License: Jane Doe", true),
            ("Image: John Roe; Processing & License: Jane Doe", false),
            ("NASA; Processing: John Roe; Inset: Jane Doe", false),
            ("Image & License: Jane Doe; Processing & Copyright: John Roe", false),
        ])
    func linkedLicense(credit: String, isFree: Bool) {
        let address = "https://creativecommons.org/licenses/by/4.0/"
        for copyright in [nil, credit] {
            let reuse = Reuse(credit: credit, copyright: copyright, license: address)
            #expect((reuse.answer == .creativeCommons) == isFree)
            #expect(reuse.license?.address == (isFree ? address : nil))
        }
    }

    @Test("A license in plain words counts, and one of the music does not")
    func wordedLicense() {
        #expect(Reuse(credit: "Jane Doe (CC BY-SA 4.0)", copyright: "Jane Doe").license?.name == "CC BY-SA 4.0")
        #expect(Reuse(credit: "Jane Doe; Music: John Roe (CC BY 4.0)", copyright: "Jane Doe").answer == .copyright)
        #expect(Reuse(credit: "Jane Doe; Music & License: John Roe", copyright: nil).answer == .notSaid)
    }

    @Test("Without a credit nothing is said, and without words")
    func nothing() {
        #expect(Reuse(credit: nil, copyright: nil).answer == .notSaid)
        #expect(Reuse(credit: nil, copyright: nil).words == nil)
        #expect(Reuse(credit: "Mount Wilson Observatory", copyright: nil).words == "Mount Wilson Observatory")
    }
}

@Suite("Licenses of Creative Commons")
struct OpenLicenseTests {
    @Test(
        "Addresses",
        arguments: [
            ("https://creativecommons.org/licenses/by-sa/4.0/", "CC BY-SA 4.0"),
            ("http://www.creativecommons.org/licenses/by/3.0/us/legalcode", "CC BY 3.0"),
            ("https://creativecommons.org/licenses/by-nc-nd/2.0", "CC BY-NC-ND 2.0"),
            ("https://creativecommons.org/publicdomain/zero/1.0/deed.en", "CC0 1.0"),
            ("https://creativecommons.org/publicdomain/mark/1.0/", "Public Domain Mark 1.0"),
        ])
    func addresses(address: String, name: String) {
        #expect(OpenLicense(address: address)?.name == name)
    }

    @Test(
        "Other addresses are no license",
        arguments: [
            "https://creativecommons.org/", "https://creativecommons.org/licenses/",
            "creativecommons.org/licenses/by/4.0",
            "https://creativecommons.org.example/licenses/by/4.0/", "https://creativecommons.org/licenses/all/4.0/",
            "https://creativecommons.org/licenses/by/four/", "https://example.org/creativecommons.org/licenses/by/4.0/",
            "javascript:/creativecommons.org/licenses/by/4.0/",
        ])
    func otherAddresses(address: String) {
        #expect(OpenLicense(address: address) == nil)
    }

    @Test(
        "Plain words",
        arguments: [
            ("Jane Doe (CC BY-SA 4.0)", "CC BY-SA 4.0"), ("CC-BY 4.0", "CC BY 4.0"), ("Jane, CC BY", "CC BY"),
            ("CC BY-NC-SA 3.0 IGO", "CC BY-NC-SA 3.0"), ("CC0", "CC0 1.0"),
            ("Creative Commons Attribution-ShareAlike 4.0 International", "CC BY-SA 4.0"),
            ("Creative Commons Attribution 3.0", "CC BY 3.0"),
        ])
    func words(text: String, name: String) {
        #expect(OpenLicense(words: text)?.name == name)
    }

    @Test(
        "Other words are no license",
        arguments: [
            "(GSFC-CC) by John", "Kevin Snair, Creative Imagery", "Creative Commons", "CC BYRON", "ACC BY 4.0",
            "license",
        ])
    func otherWords(text: String) {
        #expect(OpenLicense(words: text) == nil)
    }

    @Test("Only a version gives an address")
    func address() {
        #expect(OpenLicense(words: "CC BY")?.address == nil)
        #expect(OpenLicense(words: "CC BY 4.0")?.address == "https://creativecommons.org/licenses/by/4.0/")
    }
}
