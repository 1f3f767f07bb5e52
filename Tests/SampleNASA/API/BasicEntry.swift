/// One day in the shape of `apod-basic`.
struct BasicEntry {
    let sample: SampleDay
    /// Scheme, host and port of this server.
    let origin: String

    var json: JSON {
        let page = "\(origin)/apod/\(sample.day.short)"
        let basicPage = "\(origin)\(SampleNASA.basicPath)/\(sample.day.short)/html"
        return .members([
            "date": .text(sample.date), "post_id": postID, "title": .text(HTMLText.title(sample.title)),
            "permalink": .text(page), "url": .text(page), "media_type": .text(mediaType),
            "explanation": .text(explanation), "credit": .text(credit), "copyright": .text(credit),
            "alt": .text(sample.alt.map(HTMLText.title) ?? "See Explanation."), "hdurl": .text(hdurl),
            "basic_html": .text(html), "basic_html_url": .text(basicPage),
        ])
    }

    /// One client has seen a string here.
    private var postID: JSON {
        let number = 900_000 + sample.day.ordinal
        return sample.model.slot == 21 ? .text(String(number)) : .number(number)
    }

    private var mediaType: String {
        switch sample.media {
        case .picture, .placeholder: return "image"
        case .video: return "video"
        case .embedded: return "iframe"
        case .other: return "other"
        }
    }

    private var dress: Dress { Dress(of: sample.day) }

    private var explanation: String {
        let label = sample.isLabelled ? "<strong>Explanation:</strong> " : ""
        return label + HTMLText.raised(sample.powers, in: dress.story(sample.explanation, sample.links))
            + dress.notices(tomorrow: sample.day.advanced(by: 1).short)
    }

    private var credit: String {
        let names = "<a href=\"https://example.org/about?a=1&amp;b=2\">\(HTMLText.escaped(sample.credit))</a>"
        return dress.creditLabel(claimsRights: sample.claimsRights) + names
    }

    private var hdurl: String {
        guard let picture = sample.picture, !sample.isLeftBehind else {
            return origin + MediaAddress.placeholder + MediaAddress.sizeQuery(1024, 576)
        }
        return mediaOrigin + PercentEncoding.encoded(dress.address(picture.folder, picture.file))
            + MediaAddress.sizeQuery(picture.width, picture.height)
    }

    /// The whole page as a document: the only place that names a film.
    var html: String {
        let day = sample.day
        return "<!doctype html>\n<html>\n<head>\n<title>APOD: \(day.year) \(day.monthName) \(day.day) - "
            + "\(HTMLText.title(sample.title))</title>\n</head>\n<body>\n<center>\n<h1>Astronomy Picture of the Day</h1>\n<p>"
            + "\(day.year) \(day.monthName) \(day.day)\n<br>\n\(media)\n</center>\n<center>\n<b>"
            + "\(HTMLText.title(sample.title))</b><br>\n\(credit)\n</center>\n<p>\(explanation)\n</body>\n</html>\n"
    }

    private var media: String {
        switch sample.media {
        case .picture(let picture) where sample.isLeftBehind:
            let address = original(picture.folder, picture.file)
            return "<a href=\"\(address)\">\n<IMG SRC=\"\(address)\" alt=\"x\"></a>"
        case .picture(let picture):
            let link = "<a href=\"\(original(picture.folder, picture.file))\""
            guard picture.hasRollover else { return "\(link)>\(image)</a>" }
            let over = original(picture.folder, MediaAddress.rolloverFile(picture))
            return link
                + " onMouseOver=\"if (document.images) document.imagename1.src='\(over)';\" "
                + "onMouseOut=\"if (document.images) document.imagename1.src='\(HTMLText.escaped(hdurl))';\">\(image)</a>"
        case .video(let video, _):
            return "<video width=\"960\" controls poster=\"\(HTMLText.escaped(hdurl))\">"
                + "<source src=\"\(original(video.folder, video.file))\" type=\"video/mp4\"></video>"
        case .embedded(let address):
            return "<iframe width=\"960\" height=\"540\" src=\"\(HTMLText.escaped(address))\" allowfullscreen></iframe>"
        case .placeholder:
            return image
        case .other:
            return "<p>Interactive content.</p>"
        }
    }

    private var image: String {
        let words = HTMLText.title(sample.alt ?? "See Explanation.")
        return "<img src=\"\(HTMLText.escaped(hdurl))\" name=\"imagename1\" alt=\"\(words)\">"
    }

    private func original(_ folder: String, _ file: String) -> String {
        mediaOrigin + PercentEncoding.encoded(MediaAddress.original(folder, file))
    }

    private var mediaOrigin: String { sample.mediaOrigin ?? origin }
}
