internal import Days
internal import Hashing

/// The style and script of the pages, and the name of their version.
public enum GalleryAssets {
    struct PageDesign: Sendable {
        let style: [UInt8]
        let script: [UInt8]
        /// The Content-Security-Policy: only the mirror's files are loaded, only the page's script and the mirror's
        /// data run.
        let policy: String

        /// - Parameter manifest: Whether the page's script makes a manifest of it.
        fileprivate init(style: [[UInt8]], script: [[UInt8]], manifest: Bool = false) {
            self.style = Array(style.joined())
            self.script = Array(script.joined())
            let further = manifest ? "; manifest-src data:" : ""
            policy = """
                default-src 'none'; img-src 'self' data:; media-src 'self'; style-src '\(Self.hash(self.style))'; \
                script-src 'self' '\(Self.hash(self.script))'; base-uri 'none'; form-action 'none'\(further)
                """
        }

        private static func hash(_ bytes: [UInt8]) -> String {
            let digits = Array(SHA256.hash(bytes).utf8).map { $0 > 0x39 ? $0 - 0x57 : $0 - 0x30 }
            let digest = stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
            return "sha256-\(Base64.text(digest))"
        }
    }

    static let root = PageDesign(
        style: [PackageResources.page_css, PackageResources.controls_css, PackageResources.gallery_css],
        script: [
            PackageResources.basics_js, PackageResources.archive_js, PackageResources.favorites_js,
            PackageResources.pictures_js, PackageResources.drag_js, PackageResources.first_js, PackageResources.when_js,
            PackageResources.search_js,
            PackageResources.night_js, PackageResources.lightbox_js, PackageResources.sky_place_js,
            PackageResources.where_js, PackageResources.zoom_js, PackageResources.timeline_js,
            PackageResources.tease_js, PackageResources.frame_js, PackageResources.news_js,
            PackageResources.home_js, PackageResources.star_js, PackageResources.gallery_js,
        ],
        manifest: true)

    static let month = PageDesign(
        style: [PackageResources.page_css, PackageResources.month_css],
        script: [PackageResources.month_js, PackageResources.drag_js])

    /// The pages that list names with their days.
    static let register = PageDesign(
        style: [PackageResources.page_css, PackageResources.controls_css, PackageResources.register_css],
        script: [PackageResources.basics_js, PackageResources.register_js])

    static let sky = PageDesign(
        style: [PackageResources.page_css, PackageResources.controls_css, PackageResources.sky_css],
        script: [PackageResources.basics_js, PackageResources.sky_place_js, PackageResources.sky_js])

    /// The markup of the dialogs, which is the same in every mirror.
    static let shell = HTML(markup: PackageResources.shell_html)

    /// Raised when the pages' markup or data change, so that pages of a former version are noticed.
    private static let version = "9"

    /// The name of the version that makes a page, which stands in its first lines.
    public static let fingerprint: String = {
        let designs = [root, month, register, sky].flatMap { [$0.style, $0.script] }
        let everything = designs + [shell.bytes, Array(version.utf8)]
        return String(SHA256.hash(Array(everything.joined())).prefix(12))
    }()

    /// Whether a page or a script of the gallery is of this version, by its first and last bytes.
    public static func isOfThisVersion(head: [UInt8], tail: [UInt8]) -> Bool {
        let name = Array(fingerprint.utf8)
        return head.offset(of: name) != nil || tail.offset(of: name) != nil
    }

    /// The line of a page's head that says its policy.
    static func meta(policy: String) -> HTML {
        "<meta http-equiv=\"Content-Security-Policy\" content=\"\(policy)\">\n"
    }

    /// The head of every page.
    static func head(_ design: PageDesign, title: String) -> HTML {
        """
        <!doctype html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="generator" content="apod-mirror \(fingerprint)">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        \(meta(policy: design.policy))\
        <meta name="color-scheme" content="light dark">
        <title>\(title)</title>
        <link rel="icon" href="data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E%3Ccircle cx='8' cy='8' r='7' fill='%23f0c869'/%3E%3Ccircle cx='11' cy='6.5' r='5.5' fill='%230a0d14'/%3E%3C/svg%3E">
        <style>\(HTML(markup: design.style))</style>
        </head>

        """
    }
}
