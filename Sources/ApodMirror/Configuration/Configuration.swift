/// Everything that can be set, made once at the edge of the process; nothing looks settings up afterwards.
///
/// ``Setting/all`` is the table that reads, writes and explains these fields.
struct Configuration: Equatable, Sendable {
    /// The mirror's root, an absolute path; `APOD` in the user's pictures folder.
    var mirror: String
    /// Other absolute names of the root, as the targets of links may spell it; none.
    var aliases: [String] = []
    /// Where entries come from; `apod-basic` at NASA.
    var source = Source.apodBasic(base: Source.nasa)
    /// An absolute path to the key of a legacy server that wants one; none.
    var apiKeyFile: String?
    /// How far back the mirror reaches, counted when the root is made; `month`, which is 31 days.
    var history = History.month
    /// How long pictures stay; `forever`.
    var keep = Keep.forever
    /// Which size to fetch; `original`.
    var pictureSize = PictureSize.original
    /// Whether videos that NASA hosts are fetched; `download`.
    var video = VideoPolicy.download
    /// The largest video to fetch, in bytes; 200 MB.
    var maxVideoBytes = 200_000_000
    /// How much of the disk stays free, in bytes; 1 GB.
    var minFreeBytes = 1_000_000_000
    /// Downloads at a time; 6.
    var connections = 6
    /// Downloads at a time from one server; 4.
    var connectionsPerHost = 4
    /// The group that may add favorites; none.
    var shareGroup: String?
    /// How often the daemon looks for damage; `monthly`.
    var verify = VerifyInterval.monthly
    /// Whether thumbnails are made; yes.
    var thumbnails = true
    /// Whether the gallery's pages are written; yes.
    var gallery = true
    /// What photo managers find beside each picture; `off`.
    var sidecars = SidecarForm.off
}
