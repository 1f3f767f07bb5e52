import Foundation
import SampleNASA
import TestSupport
import Testing

/// A member of the share group, as another user of the machine, does whatever they may in `favorites/` while the real service
/// keeps the mirror. Not one byte outside that folder becomes theirs.
@Suite(.needsBinary, .needsSystemdBox, .serialized, .timeLimit(.minutes(15))) struct GuestServiceTests {
    private static let mirror = "/srv/APOD"
    private static let acts = Abilities.isLong ? 2_000 : 200

    /// Bert's acts, drawn by a seed. Whatever he writes says `BERTS`.
    private static let script = #"""
        cd /srv/APOD
        RANDOM=$1
        any() { local all=("$@"); [ $# -eq 0 ] || echo "${all[RANDOM % $#]}"; }
        found() { local all; mapfile -t all < <(find "$@" 2>/dev/null | sort); any "${all[@]}"; }
        day() { date -d "$(( RANDOM % 50 - 5 )) days ago" +%F; }
        month() { local day=$(day); any "${day%-*}" 2019-08 2031-02; }
        folder() { found favorites -type d; }
        entry() { found favorites -mindepth 1; }
        picture() { found 2* -maxdepth 2 -name '*.jpg'; }
        json() { found 2* -name '*.json'; }
        forge() {
            mkdir -p "$1/metadata/superseded"
            local day=$2-$(printf %02d $(( RANDOM % 28 + 1 )))
            echo BERTS > "$1/$day BERTS.jpg"
            echo '<script>BERTS</script>' > "$1/index.html"
            sed "s/\"title\" *: *\"/&BERTS /; s/[0-9]\{4\}-[0-9][0-9]-[0-9][0-9]/$day/" "$(json)" > "$1/metadata/$day.json"
            echo "BERTS  $day BERTS.jpg" > "$1/metadata/SHA256SUMS"
            chmod -R "$(any 755 777 2775)" "$1"
        }
        act() {
            local at=$(folder) day=$(day) month=$(month)
            case $(( RANDOM % 20 )) in
            0 | 1 | 2) forge "$at/.w" "$month"; mv "$at/.w" "$at/$(any "$month" "${month%-*}" metadata .apod-mirror "$month.")" ;;
            3) forge "$at/$month" "$month" ;;
            4) forge "$at/.w" "$month"; mv "$at/.w" "$at/.apod-mirror-$(printf %08X $RANDOM)" ;;
            5) mkdir "$at/$(any metadata thumbnails vault incoming returning "${month%-*}")" ;;
            6) echo BERTS > "$at/$day$(any .320.jpg .640.jpg .960.jpg .2048.jpg .jpg .json ' BERTS.jpg')" ;;
            7) echo BERTS > "$at/$(basename "$(picture)")" ;;
            8) cp "$(picture)" "$at/$(any "$day.jpg" copy.jpg .part)"; echo BERTS >> "$(entry)" ;;
            9) cp "$(json)" "$at/"; sed -i 's/"title" *: *"/&BERTS /' "$at"/*.json ;;
            10) ln -s "$PWD/$(picture)" "$at/$(any a.jpg b.jpg "$day.jpg")" ;;
            11) ln -s "$(any /etc/passwd /home/bert "$at" ../Today.jpg ../../.apod-mirror)" "$at/$(any x y Today.jpg index.html)" ;;
            12) mkfifo "$at/$(any pipe "$day BERTS.jpg" index.html)" ;;
            13) truncate -s "$(any 1T 5G "$(stat -c %s "$(picture)")")" "$at/$(any sparse.jpg "$day.jpg")" ;;
            14 | 15) mv "$(entry)" "$at/$(any "$month" "$day.jpg" .apod-mirror moved metadata)" ;;
            16) rm -rf "$(entry)" ;;
            17) (exec 9>> "$(found favorites -type f -writable)"; sleep 1; echo BERTS >&9) ;;
            18) ln -f "$(picture)" "$at/hard.jpg"; mv "$(picture)" "$at/" ;;
            19) chmod "$(any 000 700 777 644)" "$(entry)" ;;
            esac
        }
        export -f any found day month folder entry picture json forge act
        # Whoever opens a pipe would wait for ever.
        for number in $(seq "$2"); do timeout 2 bash -c "RANDOM=$RANDOM; act"; done >/dev/null 2>&1
        wait
        """#

    /// What anna does at the same time: she drags a month in again and again, under whose name bert makes folders.
    private static let owner = #"""
        cd /srv/APOD
        for number in $(seq 6); do
            month=$(find 2* -mindepth 1 -maxdepth 1 -type d | shuf -n 1)
            [ -z "$month" ] || mv "$month" favorites/ 2>/dev/null || :
            sleep 1
        done
        """#

    /// All that the program shows and keeps, as far as favorites do not change it, and not when it was fetched.
    private func sums(_ bench: ServiceBench) async throws -> String {
        try await bench.box.shell(
            """
            cd \(Self.mirror)
            find 2* Today.jpg ! -name '*.json' ! -name SHA256SUMS ! -name '*.js' ! -name index.html -type f \
                -exec sha256sum {} + | sort -k 2
            """)
    }

    /// What lies outside favorites/ and says bert's word, is bert's, or may be written by others than anna.
    private func berts(_ bench: ServiceBench) async throws -> String {
        try await bench.box.shell(
            """
            cd \(Self.mirror)
            find . -path ./favorites -prune -o \\( -user bert -o -perm /022 ! -type l \\) -print
            find . -path ./favorites -prune -o -type f ! -name 'favorites*.json' -print0 | xargs -0 grep -l BERTS || :
            """)
    }

    @Test func `two hundred random acts of a guest, and nothing of the mirror is the guest's`() async throws {
        let bench = try await ServiceBench()
        let server = try await bench.serve(ServedDays.last(40), settings: "history: 40")
        defer { server.stop() }
        try await bench.box.shell(
            "groupadd family; useradd --create-home bert; usermod --append --groups family anna; "
                + "usermod --append --groups family bert")
        let ended = try await bench.setUp("anna", "--mirror", Self.mirror, "--share", "family")
        #expect(ended.code == 0, "\(ended.errors)")
        _ = try await bench.picture(of: ServedDays.ago(39), in: Self.mirror)
        let thumbnail =
            "\(Self.mirror)/.apod-mirror/thumbnails/\(ServedDays.ago(39).prefix(4))/\(ServedDays.ago(39)).640.jpg"
        try await bench.box.eventually("the thumbnails", "test -e \(thumbnail)")
        try await bench.box.eventually(
            "a shared folder", "test \"$(stat --format '%G %a' \(Self.mirror)/favorites)\" = 'family 2775'")
        let (before, invocation) = (try await sums(bench), try await bench.property("InvocationID"))

        let seed = Int.random(in: 1...32_767)
        print("seed of the guest's acts: \(seed)")
        try Data(Self.script.utf8).write(to: URL(filePath: bench.box.disk + "/srv/acts"))
        try Data(Self.owner.utf8).write(to: URL(filePath: bench.box.disk + "/srv/drags"))
        try await bench.box.shell(
            """
            setpriv --reuid=anna --regid=anna --init-groups bash /srv/drags &
            setpriv --reuid=bert --regid=bert --init-groups bash /srv/acts \(seed) \(Self.acts)
            wait
            """)
        #expect(try await bench.box.shell("find \(Self.mirror)/favorites -user bert | wc -l") != "0")
        // Where a group shares the mirror, a month that anna took to favorites/ is fetched anew.
        let sync =
            "setpriv --reuid=anna --regid=anna --init-groups env HOME=/home/anna apod-mirror sync --mirror \(Self.mirror)"
        try await bench.box.eventually("all months as they were") {
            let synced = try await bench.box.run("bash", "-c", "\(sync) --quiet")
            let now = try await sums(bench)
            return synced.code == 0 && now == before
        }
        #expect(try await berts(bench) == "")
        // Every file of each month is what was stored.
        let wrong = try await bench.box.shell(
            """
            cd \(Self.mirror)
            for month in 2*/*/; do (cd "$month"; sha256sum --check --quiet metadata/SHA256SUMS 2>&1 || :); done
            """)
        #expect(wrong == "")
        #expect(try await bench.property("InvocationID") == invocation)
        // Nothing of bert's, however he closes it, holds up what anna does.
        try await bench.box.shell(
            """
            cd \(Self.mirror)
            setpriv --reuid=bert --regid=bert --init-groups sh -euc '
                mkdir -p favorites/2001-05/metadata; chmod 700 favorites/2001-05/metadata'
            setpriv --reuid=anna --regid=anna --init-groups sh -euc '
                ln -s "$(ls -d "$PWD"/2*/*/\(ServedDays.ago(39))*.jpg)" favorites/After.jpg'
            """)
        try await bench.box.eventually("a favorite after that", "grep -q After.jpg \(Self.mirror)/favorites.json")
        // A restart takes nothing of it for what a return has left.
        try await bench.box.shell("systemctl restart \(ServiceBench.unit)")
        try await bench.box.eventually("a service that runs", "systemctl is-active \(ServiceBench.unit)")
        #expect(try await berts(bench) == "")
        #expect(try await sums(bench) == before)
    }
}
