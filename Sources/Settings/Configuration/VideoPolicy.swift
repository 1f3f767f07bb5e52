/// The treatment of a day whose picture is a video.
package enum VideoPolicy: String, CaseIterable, Sendable {
    /// Files that NASA hosts are fetched, up to `max_video_bytes`; the others get a page.
    case download
    /// Every video gets a page that opens it.
    case page
}
