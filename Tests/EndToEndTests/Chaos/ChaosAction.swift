import TestSupport

/// What may befall a mirror in one step.
enum ChaosAction: CaseIterable {
    // The owner's hand in favorites/.
    case dropLink, dropCopy, dropShortcut, dragPicture, moveEntry, renameLink, removeEntry
    case renameAlbum, copyAlbum, removeAlbum, loseFavorites, loseRecord

    // A guest's hand in favorites/.
    case guestForges, guestDropsLink, guestDropsFile, guestMoves, guestRemoves

    // The owner's hand in the months.
    case removePicture, removeMonth, removeMetadata, removePages
    case damagePicture, editPicture, damageMetadata, editMetadata, swapMetadata
    case damageRecord, swapRecord, removeRecord, damageRecordSums

    // What stays until somebody undoes it.
    case linkForPicture, linkForMonth, linkForFavorites, close, fillDisk, undo

    case moveRoot

    // Commands.
    case sync, verify, repair, prune, gallery, status
    case hide, unhide, addFavorite, removeFavorite, restoreFavorite, twoAtOnce, interrupted

    // The daemon.
    case start, stop, kill, killWatch, wish

    // The gallery, as serve sends it.
    case pressStar

    // NASA.
    case fault, accident, refuseUploads, leaveOut, recover, publish, correctTitle, replacePicture, correctFavorite

    case wait

    /// How often it is to come, next to the others.
    private var weight: Int {
        switch self {
        case .dropLink: 8
        case .undo, .removeEntry, .start, .recover: 5
        case .dropCopy, .dragPicture, .moveEntry, .sync, .wait: 3
        case .stop, .linkForFavorites, .loseFavorites, .fillDisk, .moveRoot, .loseRecord, .gallery: 1
        default: 2
        }
    }

    private static let urn = allCases.flatMap { Array(repeating: $0, count: $0.weight) }

    static func any(_ random: inout Dice) -> Self { urn.randomElement(using: &random) ?? .wait }
}
