internal import Days
package import Folder

extension Metadata {
    /// Gives a picture, or a page of ours, its day's date and what file managers show to people. Best effort.
    package func describe(_ file: OpenFile) {
        let story = "\(title)\n\(explanation)"
        file.setAttribute("user.xdg.comment", PictureName.cut(story, to: 1_000))
        if let url = mirror.picture?.url { file.setAttribute("user.xdg.origin.url", url) }
        if let credit = mirror.credit { file.setAttribute("user.xdg.creator", String(credit.prefix(200))) }
        file.setModified(Timestamp.noon(of: date).seconds)
    }
}
