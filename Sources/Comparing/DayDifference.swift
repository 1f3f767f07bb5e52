/// How a day differs between this mirror and another.
package enum DayDifference: String, Encodable, Sendable, CaseIterable {
    case missingThere = "missing there"
    case missingHere = "missing here"
    case otherBytes = "other bytes"
    case otherWords = "other words"

    /// `nil` where both say the same. A difference in the picture counts before one in the words.
    package init?(here: ComparedDay?, there: ComparedDay?) {
        switch (here?.isPresent == true ? here : nil, there?.isPresent == true ? there : nil) {
        case (nil, nil): return nil
        case (_?, nil): self = .missingThere
        case (nil, _?): self = .missingHere
        case (let here?, let there?) where here.digest != there.digest: self = .otherBytes
        case (let here?, let there?) where here.words != there.words: self = .otherWords
        case (_?, _?): return nil
        }
    }
}
