import Foundation
import Glibc
import SampleNASA

extension ChaosBench {
    /// Somebody at home opens the gallery and presses the star of a day, whatever state the mirror and its daemon are in.
    func pressStar() async throws {
        let isWanted = Bool.random(using: &random)
        let day = isWanted ? someDay : any(model.favorites.keys.sorted()) ?? someDay
        let told = try await press(day, isWanted: isWanted)
        tell("  star \(isWanted ? "+" : "-")\(day): \(told ?? "no page")")
        guard let told else { return }
        // A daemon that is killed meanwhile may have done as it was asked.
        if isWanted { model.drop(day) } else { model.release(day) }
        let words = ["kept", "removed", "unchanged", "refused", "daemon down", "late", "busy"]
        if !words.contains(told) { problems.append("the star of \(day) was answered by \(told)") }
        if told == (isWanted ? "removed" : "kept") {
            problems.append("the star of \(day) did what nobody asked for: \(told)")
        }
    }

    /// The word that the page is answered by; `nil` where there is no page with a star.
    private func press(_ day: String, isWanted: Bool) async throws -> String? {
        let port = try LastingPort.find()
        let serve = try start(["serve", "--listen", "127.0.0.1:\(port)", "--favorites-by-web"], with: [:])
        var told: String?
        try await eventually("serve") { serve.hasEnded || serve.errors.text.contains("http://") }
        if !serve.hasEnded { told = try await answer(day, isWanted: isWanted, at: port) }
        serve.send(SIGTERM)
        if try await !serve.ends(within: .seconds(90)) {
            problems.append("serve did not end after SIGTERM")
            serve.send(SIGKILL)
        }
        return told
    }

    private func answer(_ day: String, isWanted: Bool, at port: UInt16) async throws -> String? {
        // The household's name of this machine; loopback's names get no star.
        let host = "192.168.1.5:\(port)"
        let page = try await ServedMirror.ask("/", at: port, as: host).text
        guard let token = page.firstMatch(of: #/<meta name="star" content="([^"]+)">/#)?.1 else { return nil }
        let headers = ["Origin: http://\(host)", "X-Star: \(token)", "Content-Length: 0"]
        let answer = try await ServedMirror.ask(
            "/star?wish=\(isWanted ? "%2B" : "-")\(day)", at: port, "POST", as: host, headers: headers)
        let told = try JSONSerialization.jsonObject(with: Data(answer.body)) as? [String: String]
        return told?["star"] ?? "\(answer.status)"
    }
}
