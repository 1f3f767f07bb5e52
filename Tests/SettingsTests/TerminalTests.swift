import Testing

@testable import Settings

@Suite struct TerminalTests {
    @Test(arguments: [
        (["LANG": "de_DE.UTF-8"], true), (["LANG": "C.utf8"], true), (["LANG": "C"], false), ([:], false),
        (["LC_ALL": "C", "LANG": "en_GB.UTF-8"], false), (["LC_ALL": "", "LANG": "en_GB.UTF-8"], true),
        (["LC_CTYPE": "en_GB.UTF-8", "LANG": "C"], true),
    ])
    func `reads the locale`(environment: [String: String], isUnicode: Bool) {
        #expect(Terminal.isUnicode(environment) == isUnicode)
    }

    @Test(arguments: [
        (120 as Int?, ["COLUMNS": "40"], 120), (nil, ["COLUMNS": "40"], 40), (nil, ["COLUMNS": "wide"], 80),
        (nil, ["COLUMNS": "0"], 80), (nil, [:], 80),
    ])
    func `asks the kernel first`(kernel: Int?, environment: [String: String], columns: Int) {
        #expect(Terminal.columns(kernel: kernel, environment: environment) == columns)
    }

    @Test func `is no terminal without one`() {
        #expect(Terminal(of: -1, environment: [:]) == Terminal(isTerminal: false, columns: 80, isUnicode: false))
    }
}
