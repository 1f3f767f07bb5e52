internal import Folder
internal import Transfer

extension Archive {
    /// Finishes what a crash or a power cut interrupted, then sweeps: at every start, before anything else.
    func recover() throws {
        let incoming = try tree.incoming()
        // What cannot go back now concerns its own days only, and lies where it is safe; the next prune tells why.
        try? returnPruned()
        try finishIntents(incoming)
        try finishFarewells(incoming)
        listing = try tree.listing()
        try removeLeftoverNames()
        try mendSums()
        try sweep(incoming)
    }

    /// A day's JSON in `incoming/` was flushed before its commit changed anything visible: the commit can be made
    /// again, as long as the picture it speaks of is at hand. One that is torn or has no picture never happened.
    /// The others stay until the commit has used them up: this start may be cut short too.
    private func finishIntents(_ incoming: Folder) throws {
        var changes: [DayChange] = []
        for entry in try incoming.entries() where entry.kind == .file && entry.name.description.hasSuffix(".json") {
            let intent = try incoming.read(entry.name).flatMap { try? Metadata($0) }
            if let intent, entry.name == "\(intent.date).json", let content = try content(of: intent, incoming) {
                changes.append(DayChange(metadata: intent, content: content))
            } else {
                try incoming.remove(entry.name)
            }
        }
        guard !changes.isEmpty else { return }
        var commit = try Commit(changes, tree: tree, saver: saver, isRecovery: true)
        // A day that fails by itself is one that never happened; what concerns all of them leaves them for later.
        _ = try commit.run()
    }

    private func content(of intent: Metadata, _ incoming: Folder) throws -> DayChange.Content? {
        guard intent.mirror.state == .present || intent.mirror.state == .disputed,
            let picture = intent.mirror.picture
        else { return DayChange.Content.none }
        let month = try tree.root.makeFolder(Tree.monthPath(intent.date))
        let former = try? tree.metadata(intent.date)
        for name in [picture.file, former?.mirror.picture?.file].compactMap(\.self) {
            if try Self.holds(month, FilePath(name), picture.sha256) { return .kept }
        }
        if picture.kind == .page {
            let page: FilePath = "\(intent.date).page"
            guard try Self.holds(incoming, page, picture.sha256), let bytes = try incoming.read(page) else {
                return nil
            }
            return .page(bytes)
        }
        let part = Part.name(intent.date)
        return try Self.holds(incoming, part, picture.sha256) ? .fetched(part) : nil
    }

    /// Names that were still to go: each goes once the day's JSON does not name it any more.
    private func finishFarewells(_ incoming: Folder) throws {
        for entry in try incoming.entries() where entry.kind == .file {
            guard entry.name.description.hasSuffix(Farewell.suffix) else { continue }
            if let bytes = try incoming.read(entry.name), let farewell = Farewell(entry.name, bytes),
                let metadata = try? tree.metadata(farewell.day), metadata.mirror.picture?.file != farewell.name,
                let month = try tree.root.folder(Tree.monthPath(farewell.day)),
                try !(metadata.visibleName.map { try month.isOneName(farewell.name, $0) } ?? false),
                try Self.holds(month, FilePath(farewell.name), farewell.sha256)
            {
                try month.remove(FilePath(farewell.name))
                try month.sync()
            }
            try incoming.remove(entry.name)
        }
    }

    /// Whether those very bytes stand under the name.
    static func holds(_ folder: Folder, _ name: FilePath, _ sum: String) throws -> Bool {
        guard try folder.status(name)?.kind == .file, let file = try folder.open(name) else { return false }
        return try SHA256.hash(file: file.descriptor) == sum
    }

    /// A commit that was cut short leaves one picture under two names, or a former one beside the new: the JSON says
    /// which one stays. A second file that is neither is somebody else's and is left alone.
    private func removeLeftoverNames() throws {
        for (day, names) in listing.days where names.hasMetadata && names.files.count > 1 {
            guard let metadata = try? tree.metadata(day), let kept = metadata.mirror.picture,
                let month = try tree.root.folder(Tree.monthPath(day)),
                let truth = try month.status(FilePath(kept.file))
            else { continue }
            let ours = try superseded(day, month).union([truth.identity])
            for name in names.files where name != kept.file {
                guard let status = try month.status(FilePath(name)), ours.contains(status.identity) else { continue }
                try month.remove(FilePath(name))
                listing.days[day]?.files.removeAll { $0 == name }
            }
        }
    }

    /// The files that are kept for a day in `superseded/`.
    private func superseded(_ day: Day, _ month: Folder) throws -> Set<FileStatus.Identity> {
        guard let folder = try month.folder("metadata/superseded") else { return [] }
        let names = try folder.entries().map(\.name).filter { PictureName.day(of: $0) == day }
        return try Set(names.compactMap { try folder.status($0)?.identity })
    }

    /// Sums are made again where they do not name exactly the pictures that stand there.
    private func mendSums() throws {
        for (month, files) in listing.summedNames {
            guard let folder = try tree.root.folder(Tree.monthPath(month).appending("metadata")) else { continue }
            let sums = MonthSums(month, folder)
            let stored = try sums.stored()
            if let stored, Set(stored.sums.keys) == files { continue }
            let made = try sums.fromMetadata()
            // Sums may name what is missing for now (it comes back), or leave out what is not ours.
            guard made != stored else { continue }
            do {
                try sums.write(made, saver)
            } catch let error as FolderError where error.isNotWritable {
                // A month that is closed to us keeps the others from nothing.
            }
        }
    }

    /// Temporaries that nobody goes on with. A partial download stays for a week: the next sync resumes it.
    private func sweep(_ incoming: Folder) throws {
        let weekAgo = Timestamp.now + -7 * 86_400
        for entry in try incoming.entries() where entry.kind == .file {
            if entry.name.description.hasSuffix(".part"), let status = try incoming.status(entry.name),
                status.modified > weekAgo.seconds
            {
                continue
            }
            try incoming.remove(entry.name)
        }
    }
}
