import Testing

@testable import Commands

@Suite struct WallpaperNotesTests {
    private func setting(_ value: String, _ name: String = "picture") -> Desktop.Setting {
        Desktop.Setting(name: name, value: value)
    }

    @Test func `of several changes what was there before the first is kept`() {
        var notes = WallpaperNotes()
        for (now, next) in [("mine", "one"), ("one", "two"), ("two", "three")] {
            notes.willChange(.xfce, from: [setting(now)])
            notes.didChange(.xfce, to: [setting(next)])
        }
        #expect(notes.former(of: .xfce) == [setting("mine")])
        #expect(notes.undone(.xfce, now: [setting("three")]) == [setting("mine")])
        #expect(notes.undone(.xfce, now: [setting("other")]).isEmpty)
        notes.forget(.xfce)
        #expect(notes.hasNothingToUndo && notes.undone(.xfce, now: [setting("three")]).isEmpty)
    }

    @Test func `what the user chose since is what was there before`() {
        var notes = WallpaperNotes()
        notes.willChange(.xfce, from: [setting("mine")])
        notes.didChange(.xfce, to: [setting("one")])
        notes.willChange(.xfce, from: [setting("chosen")])
        #expect(notes.former(of: .xfce) == [setting("chosen")])
    }

    @Test func `a call that was cut short takes nothing for the user's choice`() {
        var notes = WallpaperNotes()
        notes.willChange(.xfce, from: [setting("mine")])
        notes.willChange(.xfce, from: [setting("one")])
        #expect(notes.former(of: .xfce) == [setting("mine")])
    }

    @Test func `a screen that came since gets back what it had`() {
        var notes = WallpaperNotes()
        notes.willChange(.xfce, from: [setting("mine")])
        notes.didChange(.xfce, to: [setting("one")])
        let both = [setting("one"), setting("its own", "second")]
        notes.willChange(.xfce, from: both)
        #expect(notes.former(of: .xfce) == [setting("mine"), setting("its own", "second")])
    }

    @Test func `who changes one of two screens keeps what the other had`() {
        var notes = WallpaperNotes()
        notes.willChange(.xfce, from: [setting("a"), setting("b", "second")])
        notes.didChange(.xfce, to: [setting("one"), setting("one", "second")])
        let now = [setting("one"), setting("chosen", "second")]
        #expect(notes.undone(.xfce, now: now) == [setting("a")])
        notes.willChange(.xfce, from: now)
        #expect(notes.former(of: .xfce) == [setting("a"), setting("chosen", "second")])
    }
}
