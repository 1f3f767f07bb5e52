import Foundation
import Glibc

extension ChaosBench {
    private static let orders: [ChaosAction] = [
        .sync, .verify, .repair, .prune, .gallery, .status, .hide, .unhide, .addFavorite, .removeFavorite,
        .restoreFavorite,
    ]

    /// Two at the same time, which may be the same.
    func orderTwo() async throws {
        let (first, second) = (words(for: any(Self.orders) ?? .sync), words(for: any(Self.orders) ?? .sync))
        async let one = command(first)
        async let other = command(second)
        let codes = try await (one.code, other.code)
        learn(from: first, codes.0)
        learn(from: second, codes.1)
    }

    func order(_ action: ChaosAction) async throws {
        let words = words(for: action)
        learn(from: words, try await command(words).code)
    }

    /// A person loses patience, or a terminal is closed.
    func orderAndInterrupt() async throws {
        let words = words(for: any(Self.orders) ?? .sync)
        let patience = Duration.milliseconds(Int.random(in: 1..<400, using: &random))
        let signals = any([[SIGINT, SIGKILL], [SIGHUP, SIGKILL], [SIGKILL]]) ?? []
        learn(from: words, try await command(words, patience: patience, then: signals).code)
    }

    private func words(for action: ChaosAction) -> [String] {
        switch action {
        case .verify: return ["verify"]
        case .repair: return ["verify", "--repair"]
        case .prune: return ["prune"]
        case .gallery: return ["gallery"]
        case .status: return ["status"]
        case .hide: return ["hide", someDay]
        case .unhide: return ["unhide", any(model.hidden.keys.sorted()) ?? someDay]
        case .addFavorite: return ["favorites", "add", someDay] + (any([[], ["--album", "Moons"]]) ?? [])
        case .removeFavorite: return ["favorites", "remove", any(model.favorites.keys.sorted()) ?? someDay]
        case .restoreFavorite: return ["favorites", "restore", any(model.favorites.keys.sorted()) ?? someDay]
        default: return ["sync"]
        }
    }

    /// What was asked for may have been done also by a command that says otherwise.
    private func learn(from words: [String], _ code: Int32) {
        switch (words[0], words.dropFirst().first, words.dropFirst(2).first) {
        case ("hide", let day?, _): if code != 1 { model.hide(day, isDone: code == 0) }
        case ("unhide", let day?, _): model.unhide(day, isDone: code == 0)
        case ("favorites", "add", let day?): model.drop(day)
        case ("favorites", "remove", let day?): model.release(day)
        case ("favorites", "restore", let day?): model.restore(day)
        default: break
        }
    }
}
