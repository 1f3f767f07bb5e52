import Testing

/// A model that forgives everything would find nothing.
struct ChaosModelTests {
    private static let day = "2026-11-20"

    private func model(_ tell: (inout ChaosModel) -> Void) -> ChaosModel {
        var model = ChaosModel()
        tell(&model)
        return model
    }

    @Test func `what was seen persisted must stay, with its time, until the owner removes it`() {
        var kept = model {
            $0.drop(Self.day)
            $0.see([Self.day: "then"])
            $0.drop(Self.day)
        }
        #expect(kept.problems(persisted: [Self.day: "then"], linked: [Self.day]) == [])
        #expect(kept.problems(persisted: [:], linked: []).count == 1)
        #expect(kept.problems(persisted: [Self.day: "now"], linked: []).count == 1)
        kept.release(Self.day)
        #expect(kept.problems(persisted: [:], linked: []) == [])
        #expect(kept.problems(persisted: [Self.day: "then"], linked: []) == [])
        kept.restore(Self.day)
        kept.see([Self.day: "then"])
        #expect(kept.problems(persisted: [:], linked: []).count == 1)
    }

    @Test func `what nobody saw persisted may be lost, but not its link`() {
        let dropped = model { $0.drop(Self.day) }
        #expect(dropped.problems(persisted: [:], linked: []) == [])
        #expect(dropped.problems(persisted: [:], linked: [Self.day]).count == 1)
    }

    @Test func `a favorite that nobody made is none`() {
        let nothing = model {
            $0.release(Self.day)
            $0.restore(Self.day)
            $0.see([Self.day: "then"])
        }
        #expect(nothing.problems(persisted: [Self.day: "then"], linked: []).count == 1)
    }

    @Test func `hidden is what was said to be, until something may have undone it`() {
        #expect(model { $0.hide(Self.day, isDone: true) }.hidden == [Self.day: .hidden])
        #expect(model { $0.hide(Self.day, isDone: false) }.hidden == [Self.day: .unsure])
        let linked = model {
            $0.hide(Self.day, isDone: true)
            $0.drop(Self.day)
        }
        #expect(linked.hidden == [Self.day: .unsure])
        let back = model {
            $0.hide(Self.day, isDone: true)
            $0.unhide(Self.day, isDone: true)
        }
        #expect(back.hidden == [:])
    }
}
