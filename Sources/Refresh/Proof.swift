internal import Days
internal import Folder
internal import MirrorTree
internal import NASA
internal import Store

/// A picture that the server certainly has, since the mirror got it from there. A request for it tells a server that
/// has failed as a whole from days that are bad by themselves.
struct Proof: Sendable {
    var day: Day
    var url: String
    /// The first bytes of the picture.
    var beginning: [UInt8]

    var kind: PictureAddress.Kind { PictureAddress.Kind(url) }
}

extension Incoming {
    /// Returns `nil` where the day has nothing that came from an address.
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
