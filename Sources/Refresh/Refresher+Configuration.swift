package import Archive
internal import Days
internal import FoundationEssentials
internal import MirrorTree
package import NASA
package import Settings
internal import Transfer

extension Refresher {
    /// The refresher that the settings describe.
    ///
    /// - Parameter sourceRemedy: says which line of the settings has another source asked.
    package init(
        _ configuration: Configuration, key: APIKey?, nasa: NASAClock, archive: Archive, budget: SourceBudget,
        sourceRemedy: @escaping SourceRemedy
    ) {
        var limits = Transfer.Limits()
        limits.connections = configuration.connections
        limits.connectionsPerHost = configuration.connectionsPerHost
        let transfer = Transfer(
            userAgent: Version.userAgent, limits: limits,
            addressPolicy: AddressPolicy(source: configuration.source.base))
        let clock: @Sendable () -> Timestamp = { nasa.now }
        let today: @Sendable () -> Day = { nasa.today }
        let shape = configuration.source.shape
        let source = EntryServer(
            shape, base: configuration.source.base, apiKey: shape == .planetary ? key?.value : nil,
            transfer: transfer, clock: nasa, budget: budget, remedy: sourceRemedy)
        self.init(
            archive: archive, source: source,
            fetch: PictureFetch(
                transfer: transfer, archive: archive, maximumVideoBytes: Int64(configuration.maxVideoBytes),
                room: DiskRoom(archive.tree.root, minimum: Int64(configuration.minFreeBytes)), clock: clock),
            choice: { PictureChoice.make($0, size: configuration.pictureSize, video: configuration.video) },
            clock: clock, today: today, nasa: nasa, keep: configuration.keep, history: configuration.history)
    }
}

extension SourceError: ExitCoded {
    package var exitCode: ExitCode { .unavailable }
}
