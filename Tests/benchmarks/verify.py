"""Every byte of a mirror read and hashed."""
from bench import seconds
from table import Row


def measure(bench):
    days = bench.size(1_000)
    root = bench.folder("verify")
    source = bench.source(bench.serve("--days", days, "--size", bench.size(2_000_000)))
    bench.run(bench.binary, "sync", "--quiet", "--create", "--mirror", root, "--history", days, "--min-free-bytes", 0,
              "--source", source)
    peer = f"find '{root}' -name '*.jpg' -print0 | xargs -0 -P 2 -n 100 sha256sum"
    plain = bench.without_sha()

    def both(more):
        environment = bench.environment(**more)
        return (lambda _: seconds(lambda: bench.run(bench.binary, "verify", "--mirror", root, env=environment)),
                lambda _: seconds(lambda: bench.run("sh", "-c", peer, env=environment)))

    ours, theirs, *others = bench.interleaved(*both({}), *(both(plain) if plain else ()))
    bench.folder("verify")
    yield Row("verify", f"{days:,} days of 2 MB, pages and all", ours, "s", "sha256sum on two processes", theirs, 1.1,
              True)
    if plain:
        ours, theirs = others
        yield Row("verify", "the same without SHA extensions", ours, "s", "sha256sum on two processes", theirs, 1.1, True)
