import Days
import Testing

@testable import MirrorTestSupport
@testable import MirrorTree
@testable import NASA
@testable import Refresh
@testable import Settings

@Suite("Which address gives a day its picture")
struct PictureChoiceTests {
    private static let original = "https://science.nasa.gov/content/dam/a.jpg"
    private static let rendition = "https://science.nasa.gov/dynamicimage/assets/a.jpg?w=5000&h=4000&fit=clip"
    private static let small = "https://science.nasa.gov/dynamicimage/assets/a.jpg?w=1024&fit=clip"
    private static let picture = Media.picture(original: original, rendition: rendition, preview: small)

    private func urls(_ media: Media, _ size: PictureSize) -> [String] {
        guard case .download(let candidates) = PictureChoice.make(media, size: size, video: .download) else {
            return []
        }
        return candidates.map { "\($0.kind) \($0.url)" }
    }

    @Test func `the original comes first, then what stands in`() {
        #expect(
            urls(Self.picture, .original)
                == ["original \(Self.original)", "rendition \(Self.rendition)", "rendition \(Self.small)"])
    }

    @Test(arguments: [PictureSize.wide1920, .wide3840])
    func `a wanted width comes before the original`(size: PictureSize) {
        let found = urls(Self.picture, size)
        #expect(found.first?.contains("w=\(size.rawValue)&fit=clip") == true)
        #expect(found.dropFirst().first == "original \(Self.original)")
        // A server without renditions has its original.
        let plain = Media.picture(original: "https://example.org/a.jpg", rendition: nil, preview: nil)
        #expect(urls(plain, size) == ["original https://example.org/a.jpg"])
    }

    @Test(
        "Everything else is a film, a page or a wait",
        arguments: [
            (
                .hostedVideo("https://x/a.mp4", poster: "p"), .download,
                .download([.init(url: "https://x/a.mp4", kind: .original, isVideo: true)])
            ),
            (
                .hostedVideo("https://x/a.mov", poster: "p", instead: "p"), .download,
                .download([
                    .init(url: "https://x/a.mov", kind: .original, isVideo: true), .init(url: "p", kind: .rendition),
                ])
            ),
            (.hostedVideo("https://x/a.mp4", poster: "p"), .page, .page(address: "https://x/a.mp4", poster: "p")),
            (
                .elsewhere("https://youtu.be/x", poster: nil), .download,
                .page(address: "https://youtu.be/x", poster: nil)
            ),
            (.none, .download, .page(address: nil, poster: nil)),
            (.picture(original: nil, rendition: nil, preview: nil), .download, .page(address: nil, poster: nil)),
            (.placeholder, .download, .wait("NASA shows a placeholder; the picture is not up yet")),
        ] as [(Media, VideoPolicy, PictureChoice)])
    func others(media: Media, video: VideoPolicy, expected: PictureChoice) {
        #expect(PictureChoice.make(media, size: .original, video: video) == expected)
    }

    @Test(
        "A stored picture stands in where its address or its format is not the upload's",
        arguments: [
            (original, Metadata.Picture.Kind.original, "a.jpg", false), (original, .original, "a.webp", true),
            (original, .rendition, "a.webp", true), (original, .original, "a.png", false),
            (rendition, .rendition, "a.jpg", true), (rendition, .original, "a.jpg", true),
            ("https://science.nasa.gov/content/dam/a.webp", .original, "a.webp", false),
            (
                "https://science.nasa.gov/content/dam/a.jpg/jcr:content/renditions/cq5dam.web.1280.1280.jpeg",
                .original,
                "a.jpg", true
            ),
        ])
    func standIn(url: String, kind: Metadata.Picture.Kind, file: String, isStandIn: Bool) {
        let aem = "\(Self.original)/jcr:content/renditions/cq5dam.web.1280.1280.jpeg"
        let named = Media.picture(original: Self.original, rendition: url == aem ? aem : Self.rendition, preview: nil)
        let choice = PictureChoice.make(named, size: .original, video: .download)
        let stored = Metadata.Picture(
            file: file, kind: kind, url: url, bytes: 9_000, width: 1_280, height: 1_280, sha256: "", etag: nil,
            lastModified: nil, fetched: Timestamp(seconds: 0), checked: nil)
        #expect(choice.isStandIn(stored) == isStandIn)
        #expect((stored.knownKind == .rendition) == isStandIn)
        var upload = stored
        (upload.kind, upload.url, upload.file, upload.width) = (.original, Self.original, "a.jpg", 600)
        if isStandIn {
            #expect(PictureDoubts.isBetter(upload, than: stored))
        }
    }

    @Test func `an entry names what it would be fetched from, and nothing else`() {
        let choice = PictureChoice.make(Self.picture, size: .original, video: .download)
        for url in [Self.original, Self.rendition, Self.small] { #expect(choice.names(url)) }
        #expect(!choice.names("https://science.nasa.gov/content/dam/b.jpg"))
        #expect(!choice.names(nil))
        #expect(PictureChoice.page(address: "https://youtu.be/x", poster: nil).names("https://youtu.be/x"))
        #expect(!PictureChoice.wait("").names(Self.original))
    }
}
