import Foundation
import Glibc
import SampleNASA

extension ChaosBench {
    func perform(_ action: ChaosAction) async throws {
        switch action {
        case .dropLink: try await dropLink()
        case .dropCopy: try await dropPicture(by: "cp")
        case .dragPicture: try await dropPicture(by: "mv")
        case .dropShortcut: try await dropShortcut()
        case .moveEntry: try await moveEntry()
        case .renameLink: try await renameLink()
        case .removeEntry: try await removeEntry()
        case .renameAlbum: try await changeAlbum("mv -T")
        case .copyAlbum: try await changeAlbum("cp -a")
        case .removeAlbum: try await removeAlbum()
        case .loseFavorites: try await loseFavorites()
        case .loseRecord: try await loseRecord()

        case .guestForges: try await guestForges()
        case .guestDropsLink: try await guestDropsLink()
        case .guestDropsFile: try await guestDropsFile()
        case .guestMoves: try await guestMoves()
        case .guestRemoves: try await guestRemoves()

        case .removePicture: try await removePicture()
        case .removeMonth: try await removeMonth()
        case .removeMetadata: try await changeMetadata("rm -f \"$1\"")
        case .damageMetadata: try await changeMetadata("echo '{' > \"$1\"")
        case .editMetadata: try await changeMetadata("sed -i '0,/a/s//e/' \"$1\"")
        case .swapMetadata: try await changeMetadata("[ ! -e \"$2\" ] || cp \"$2\" \"$1\"")
        case .damageRecord: try await changeRecord("printf damaged | dd of=\"$1\" conv=notrunc status=none")
        case .swapRecord: try await changeRecord("[ ! -e \"$2\" ] || cp \"$2\" \"$1\"")
        case .removeRecord: try await changeRecord("rm -f \"$1\"")
        case .damageRecordSums: try await changeRecord("sed -i s/[0-4]/a/ \"${1%/*}/SHA256SUMS\"")
        case .removePages: try await removePages()
        case .damagePicture: try await changePicture("printf damaged | dd of=\"$1\" conv=notrunc status=none")
        case .editPicture: try await changePicture("cp \"$1\" \"../edited\"; echo >> ../edited; mv ../edited \"$1\"")

        case .linkForPicture: try await linkForPicture()
        case .linkForMonth: try await linkForMonth()
        case .linkForFavorites: try await linkForFavorites()
        case .close: try await close()
        case .fillDisk: try fillDisk()
        case .undo: try await undo()

        case .moveRoot: try await moveRoot()

        case .sync, .verify, .repair, .prune, .gallery, .status, .hide, .unhide, .addFavorite, .removeFavorite,
            .restoreFavorite:
            try await order(action)
        case .twoAtOnce: try await orderTwo()
        case .interrupted: try await orderAndInterrupt()

        case .start: try daemon.start()
        case .stop: try await daemon.stop()
        case .kill: await daemon.kill()
        case .killWatch: daemon.killWatch(by: any([SIGKILL, SIGSTOP]) ?? SIGKILL)
        case .wish: daemon.wish()

        case .pressStar: try await pressStar()

        case .fault: setFault()
        case .accident: beginAccident()
        case .refuseUploads: refuseUploads()
        case .leaveOut: leaveOut()
        case .recover: recover()
        case .publish: program.server.publish(through: any([ServedDays.ago(1), ServedDays.today]) ?? ServedDays.today)
        case .correctTitle: correctTitle()
        case .replacePicture: replacePicture()
        case .correctFavorite: try await correctFavorite()

        case .wait: try await Task.sleep(for: .milliseconds(Int.random(in: 10..<2_500, using: &random)))
        }
    }
}
