extension CalendarDay {
    /// Any sixty days in a row hold every kind of day once: the slot says which kind this one is.
    var slot: Int { ((ordinal - CalendarDay.beginning.ordinal) % 60 + 60) % 60 }
}

extension SampleDay {
    /// The day NASA would have published on that date; nil on the four dates on which there was none.
    ///
    /// - Parameter model: the date whose day it is like.
    public static func generated(
        _ date: String, like model: String? = nil, pictureSize: PictureSize = .varied
    ) -> SampleDay? {
        generated(.named(date), like: .named(model ?? date), pictureSize: pictureSize)
    }

    static let gaps: Set<String> = ["1995-06-17", "1995-06-18", "1995-06-19", "2020-06-10"]

    /// Neighbours that really share one picture: the second and the first.
    static let repeats = ["1997-01-03": "1997-01-02", "1999-06-08": "1999-06-07", "1999-10-27": "1999-10-26"]

    static func generated(_ day: CalendarDay, like model: CalendarDay, pictureSize: PictureSize) -> SampleDay? {
        guard day >= .beginning, !gaps.contains(day.text) else { return nil }
        var wording = Wording(day: model)
        let title = wording.title(slot: model.slot)
        let (text, links) = wording.explanation()
        let (author, claimsRights) = wording.author()
        var sample = SampleDay(
            date: day.text, title: title, explanation: text, credit: author, claimsRights: claimsRights,
            media: media(on: day, like: model, wording: wording, pictureSize: pictureSize)
        )
        sample.model = model
        sample.links = links
        sample.isLabelled = model.slot != 51
        sample.alt = model.slot.isMultiple(of: 5) ? nil : "A field of stars around \(wording.object)."
        sample.hidesFilm = model.slot == 37
        if claimsRights, model.slot.isMultiple(of: 4) { sample.copyright = "\n\(author)\n" }
        return sample
    }

    private static func media(
        on day: CalendarDay, like model: CalendarDay, wording: Wording, pictureSize: PictureSize
    ) -> Media {
        if day.text == "1995-06-20" { return .placeholder }
        if let first = repeats[day.text] {
            let shared = generated(.named(first), like: model.advanced(by: -1), pictureSize: pictureSize)
            return shared?.media ?? .other
        }
        let format: PictureFormat
        switch model.slot {
        case 17: return .embedded(address: "//www.youtube.com/embed/S\(day.short)tarsX?rel=0")
        case 47:
            return .embedded(address: "https://player.vimeo.com/video/\(36_000_000 + day.ordinal)?title=0&byline=0")
        case 11, 41: format = .png
        case 5, 35: format = .gif
        default: format = .jpeg
        }
        let suffixes: [PictureFormat: String] = [.jpeg: "jpg", .png: "png", .gif: "gif"]
        let stem = asciiName(wording.object) + "_" + asciiName(wording.surname) + "_" + day.short
        let folder = folder(of: model.slot == 45 ? day.advanced(by: -31) : day)
        let file = stem + "." + (suffixes[format] ?? "jpg")
        let plain = Picture(file: file, folder: folder, format: format, width: 0, height: 0, bytes: 0)
        var picture = pictureSize.applied(to: plain, like: model)
        picture.hasRollover = model.slot == 15
        guard model.slot == 7 || model.slot == 37 else { return .picture(picture) }
        let bytes = pictureSize == .small ? 2_000 : model.slot == 7 ? 600_000 : 2_500_000
        let film = Video(file: stem + ".mp4", folder: folder, width: 1280, height: 720, bytes: bytes)
        return .video(film, poster: picture)
    }

    static func folder(of day: CalendarDay) -> String { "\(day.year)/\(day.monthName.lowercased())" }

    private static func asciiName(_ text: String) -> String {
        String(text.filter { $0.isASCII && ($0.isLetter || $0.isNumber) })
    }
}
