internal import Folder
internal import MirrorTree

extension FavoritesSurvey {
    mutating func note(_ meaning: Meaning, at path: FilePath, _ target: FilePath) {
        switch meaning {
        case .day(let day): add(day, at: path, .link(to: target))
        case .today:
            if let day = facts.dayOfToday {
                add(day, at: path, .link(to: target))
            } else {
                inventory.obscured.insert(path.recorded)
            }
        case .entry(let other): inventory.chained[path] = (other, target)
        case .named: addNamed(path, target, otherwise: .noPicture)
        case .refused(let refusal): refuse(path, refusal)
        }
    }

    mutating func note(_ meaning: FileMeaning, at path: FilePath, _ status: FileStatus) {
        switch meaning {
        case .picture(let day): add(day, at: path, .picture(status))
        case .shortcut(let day): add(day, at: path, .shortcut(status))
        case .thumbnail(let day, let size): add(day, at: path, .thumbnail(size, status))
        case .other(let day): add(day, at: path, .other)
        case .today:
            if let day = facts.dayOfToday {
                add(day, at: path, .shortcut(status))
            } else {
                inventory.obscured.insert(path.recorded)
            }
        case .refused(let refusal): refuse(path, refusal)
        }
    }

    private mutating func addNamed(_ path: FilePath, _ target: FilePath, otherwise refusal: Refusal) {
        if let day = EntryName(path).day(titles: facts.titles) {
            add(day, at: path, .link(to: target))
        } else {
            refuse(path, refusal)
        }
    }

    /// Refuses an entry. An entry that only cannot be understood now keeps its recorded meaning: a day may have lost
    /// its files, or the clock be wrong. An entry that leads elsewhere has taken the place of whatever was there.
    mutating func refuse(_ path: FilePath, _ refusal: Refusal) {
        inventory.refused[path] = refusal
        switch refusal {
        case .noPicture, .future, .gap, .unreadable, .inUse: inventory.obscured.insert(path.recorded)
        case .outside, .folder, .loop, .notAFile: break
        }
    }

    /// A link to another entry means what that entry means, over as many links as it takes.
    mutating func followChains() {
        let chained = inventory.chained
        for (path, link) in chained {
            var next = link.to
            var passed: Set<FilePath> = [path]
            while let further = chained[next], passed.insert(next).inserted { next = further.to }
            if passed.contains(next) {
                refuse(path, .loop)
            } else if let day = inventory.links[next.recorded] {
                add(day, at: path, .link(to: link.target))
            } else if inventory.albums[next] != nil {
                refuse(path, .folder)
            } else if inventory.refused[next] == nil, let day = MirrorPath.day(endOf: next) {
                // A relative link that was moved to another depth misses the root by an album or two.
                add(day, at: path, .link(to: link.target))
            } else {
                addNamed(path, link.target, otherwise: inventory.refused[next] ?? .noPicture)
            }
        }
    }
}
