/// Everything that can be set, made once at the edge of the process; nothing looks settings up afterwards.
///
/// ``Setting/all`` is the table that reads, writes and explains these fields.
package struct Configuration: Equatable, Sendable {
    /// The mirror's root, an absolute path; `APOD` in the user's pictures folder.
    package var mirror: String
    /// Other absolute names of the root, as the targets of links may spell it; none.
    package var aliases: [String] = []
    /// The API that entries come from; `apod-basic` at NASA.
    package var source = Source.apodBasic(base: Source.nasa)
    /// An absolute path to the key of a legacy server that wants one; none.
    var apiKeyFile: String?
    /// How far back the mirror reaches, counted when the root is made; `month`, which is 31 days.
    package var history = History.month
    /// How long pictures stay; `forever`.
    package var keep = Keep.forever
    /// The size of pictures to fetch; `original`.
    package var pictureSize = PictureSize.original
    /// Whether videos that NASA hosts are fetched; `download`.
    package var video = VideoPolicy.download
    /// The largest video to fetch, in bytes; 200 MB.
    package var maxVideoBytes = 200_000_000
    /// How much of the disk stays free, in bytes; 1 GB.
    package var minFreeBytes = 1_000_000_000
    /// Downloads at a time; 6.
    package var connections = 6
    /// Downloads at a time from one server; 4.
    package var connectionsPerHost = 4
    /// The group that may add favorites; none.
    package var shareGroup: String?
    /// How often the daemon looks for damage; `monthly`.
    package var verify = VerifyInterval.monthly
    /// Whether thumbnails are made; yes.
    package var thumbnails = true
    /// Whether the gallery's pages are written; yes.
    package var gallery = true
    /// The files beside pictures for photo managers; `off`.
    package var sidecars = SidecarForm.off
}

/// The size of pictures to fetch.
package enum PictureSize: String, CaseIterable, Sendable {
    /// Byte for byte as published.
    case original
    case wide3840 = "3840"
    case wide1920 = "1920"

    /// The rendition's largest width in pixels.
    package var width: Int? {
        Int(rawValue)
    }
}

/// The treatment of a day whose picture is a video.
package enum VideoPolicy: String, CaseIterable, Sendable {
    /// Files that NASA hosts are fetched, up to `max_video_bytes`; the others get a page.
    case download
    /// Every video gets a page that opens it.
    case page
}

/// The form of the text beside a picture that programs that manage photographs read; `off` for none.
package enum SidecarForm: String, CaseIterable, Sendable {
    case off, xmp
}

/// How often a daemon compares everything with its sums.
package enum VerifyInterval: String, CaseIterable, Sendable {
    case monthly, weekly, off

    /// The interval in seconds; `nil` for never.
    package var length: Int? {
        switch self {
        case .monthly: 30 * 86_400
        case .weekly: 7 * 86_400
        case .off: nil
        }
    }
}
