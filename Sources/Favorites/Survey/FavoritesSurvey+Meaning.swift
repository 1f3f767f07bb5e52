internal import Folder
internal import MirrorTree

extension FavoritesSurvey {
    mutating func record(_ meaning: Meaning, at path: FilePath, _ target: FilePath) {
        switch meaning {
        case .day(let day): add(day, at: path, .link(to: target))
        case .today:
            if let day = facts.dayOfToday {
                add(day, at: path, .link(to: target))
            } else {
                inventory.obscured.insert(path)
            }
        case .entry(let other): inventory.chained[path] = (other, target)
        case .named: addNamed(path, target, otherwise: .noPicture)
        case .refused(let refusal): refuse(path, refusal)
        }
    }

    mutating func record(_ meaning: FileMeaning, at path: FilePath, _ status: FileStatus) {
        switch meaning {
        case .picture(let day): add(day, at: path, .picture(status))
        case .shortcut(let day): add(day, at: path, .shortcut(status))
        case .thumbnail(let day, let size): add(day, at: path, .thumbnail(size, status))
        case .other(let day): add(day, at: path, .other)
        case .today:
            if let day = facts.dayOfToday {
                add(day, at: path, .shortcut(status))
            } else {
                inventory.obscured.insert(path)
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
        case .noPicture, .future, .gap, .unreadable, .inUse: inventory.obscured.insert(path)
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
            } else if let day = inventory.links[next] {
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

// MARK: - Names that are no UTF-8

extension FavoritesSurvey {
    /// Gives links whose names are no UTF-8 their pictures' names, which every program can show; returns whether any was
    /// renamed. A link that cannot be renamed keeps its name.
    func nameUnnamed(in favorites: Folder) -> Bool {
        var any = false
        for entry in entries where entry.path.name.text == nil {
            guard case .link = entry.form, let file = facts.file(entry.day),
                let album = entry.path.album.bytes.isEmpty
                    ? favorites : try? favorites.folderOnThisMount(entry.path.album),
                let name = try? album.freeName(file),
                let isMoved = try? album.move(entry.path.name, to: name)
            else { continue }
            any = any || isMoved
        }
        return any
    }
}
