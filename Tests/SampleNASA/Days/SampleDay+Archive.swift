public import FoundationEssentials

extension SampleDay {
    /// Reads real days: a JSON array of records as the legacy API gives them. Their titles, texts and addresses are
    /// kept letter by letter; their pictures will be painted.
    public static func archive(json: Data) throws -> [SampleDay] {
        try JSONDecoder().decode([ArchiveRecord].self, from: json).compactMap { record in
            CalendarDay(record.date).map { record.sample(on: $0) }
        }
    }

    private struct ArchiveRecord: Decodable {
        let date: String
        let title: String
        let explanation: String
        let media_type: String
        let url: String?
        let hdurl: String?
        let copyright: String?

        func sample(on day: CalendarDay) -> SampleDay {
            var sample = SampleDay(
                date: date, title: title, explanation: explanation, credit: copyright ?? "NASA",
                claimsRights: copyright != nil, media: media(on: day))
            sample.copyright = copyright
            sample.addresses = Addresses(url: url, hdurl: hdurl)
            return sample
        }

        private func media(on day: CalendarDay) -> Media {
            switch media_type {
            case "image":
                return .picture(picture(named: hdurl ?? url ?? "\(day.short).jpg", on: day))
            case "video":
                guard let url, MediaAddress.isOnNASA(url) else { return .embedded(address: url ?? "") }
                let film = Video(
                    file: MediaAddress.file(of: url), folder: SampleDay.folder(of: day), width: 1280, height: 720,
                    bytes: 2_000)
                return .video(film, poster: picture(named: "\(day.short)_poster.jpg", on: day))
            default:
                return .other
            }
        }

        private func picture(named address: String, on day: CalendarDay) -> Picture {
            var picture = Picture(
                file: MediaAddress.file(of: address), folder: SampleDay.folder(of: day), format: .jpeg, width: 0,
                height: 0, bytes: 0)
            picture.format = PictureFormat(rawValue: picture.suffix) ?? .jpeg
            return picture
        }
    }
}
