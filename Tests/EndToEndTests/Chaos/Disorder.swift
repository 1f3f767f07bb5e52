/// Something that stays as it is until a hand undoes it.
struct Disorder {
    var name: String
    /// What undoes it, by the owner's hand in the mirror; nothing where it is the disk that is full.
    var script: String?
    var words: [String] = []

    static let fullDisk = Disorder(name: "a full disk")
}
