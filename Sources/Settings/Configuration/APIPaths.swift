/// Where a mirror answers as NASA's old API does.
package enum APIPaths {
    package static let all = [shown, "/planetary/apod/", "/v1/apod", "/v1/apod/"]
    /// The one that people are told.
    package static let shown = "/planetary/apod"
}
