extension Command {
    /// The table of commands, in the order of the help. Each row stands with its command.
    static let all: [Command] = [
        Overview.row, SetUpService.row, Sync.row, RunDaemon.row, ShowStatus.row, Show.row, Search.row, ListMakers.row,
        ListFavorites.family, Perform.hide, Perform.unhide, Verify.row, Reread.row, Serve.row, SetWallpaper.row,
        MountForService.row, Compare.row, Sum.row, ImportPictures.row, Export.row, PrintMetalink.row, Prune.row,
        Perform.gallery, ShowSettings.row, PrintManual.row, Complete.row,
    ]
}
