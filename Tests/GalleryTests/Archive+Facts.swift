@testable import Archive
@testable import Gallery

extension Archive {
    func galleryFacts() -> GalleryWriter.Facts { GalleryWriter.Facts(of: self) }
}
