internal import Days
internal import Folder
internal import MirrorTree
internal import NASA
internal import Store

/// Something that the server certainly has: a picture that the mirror got from it. Asked for once more, it tells a
/// server that has failed as a whole from days that are bad by themselves.
struct Proof: Sendable {
    var day: Day
    var url: String
    /// What the picture begins with.
    var beginning: [UInt8]

    var kind: PictureAddress.Kind { PictureAddress.Kind(url) }
}

extension Incoming {
    /// `nil` where the day has nothing that came from an address.
    func proof(of offer: Offer) throws -> Proof? {
        guard case .fetched(let part) = offer.change.content, let picture = offer.picture, let url = picture.url,
            let beginning = try open(part: part)?.read(512, at: 0), !beginning.isEmpty
        else { return nil }
        return Proof(day: offer.day, url: url, beginning: beginning)
    }

    func proof(of day: Day) throws -> Proof? {
        guard let metadata = try storedDay(day).metadata, let picture = metadata.mirror.picture, picture.kind != .page,
            let url = picture.url, let name = metadata.visibleName,
            let file = try open(day, name), case let beginning = try file.read(512, at: 0), !beginning.isEmpty
        else { return nil }
        return Proof(day: day, url: url, beginning: beginning)
    }
}
