package import Days
internal import Hashing
package import MirrorTree

extension Schedule {
    /// Takes the jitter from the mirror's own id: the same after every restart, and another one on every machine.
    package init(eastern: EasternTime, mirror: MirrorIdentity) {
        let digits = SHA256.hash(Array(mirror.id.utf8)).prefix(4)
        self.init(eastern: eastern, jitter: Double(UInt16(digits, radix: 16) ?? 0) / 65_536)
    }
}
