"""What a benchmark found, the promise it must keep, and whether it does."""
import dataclasses
import statistics


@dataclasses.dataclass
class Samples:
    """What several runs of one thing took, in one unit."""

    values: list

    @property
    def median(self):
        return statistics.median(self.values)

    @property
    def spread(self):
        """How far its runs lie apart: half of them, as a part of the median."""
        if len(self.values) < 4 or not self.median:
            return 0.0
        low, _, high = statistics.quantiles(self.values, n=4)
        return (high - low) / self.median


@dataclasses.dataclass
class Row:
    """One line of the table.

    - limit: what ours may be at the most; where there is a peer to be held against, the ratio to it. None promises
      nothing.
    """

    benchmark: str
    what: str
    ours: Samples
    unit: str
    peer_name: str = ""
    peer: Samples = None
    limit: float = None
    limits_ratio: bool = False

    @property
    def ratio(self):
        return self.ours.median / self.peer.median if self.peer and self.peer.median else None

    @property
    def noise(self):
        """How much of what is judged may be the machine's."""
        return max(one.spread for one in (self.ours, self.peer) if one)

    @property
    def verdict(self):
        if self.limit is None:
            return ""
        judged = self.ratio if self.limits_ratio else self.ours.median
        if judged <= self.limit:
            return "holds"
        return "open" if judged / (1 + self.noise) <= self.limit else "MISSED"

    def cells(self):
        def shown(value, unit):
            digits = 0 if value >= 100 else 1 if value >= 10 else 2 if value >= 0.1 or not value else 3
            return f"{value:,.{digits}f} {unit}".strip()

        ratio = self.ratio
        limit = "" if self.limit is None else shown(self.limit, "×" if self.limits_ratio else self.unit)
        return [
            self.benchmark, self.what, shown(self.ours.median, self.unit),
            f"{self.peer_name} {shown(self.peer.median, self.unit)}" if self.peer else "",
            f"{ratio:.2f}" if ratio is not None else "", limit, self.verdict,
        ]

    def json(self):
        return {
            "benchmark": self.benchmark, "what": self.what, "unit": self.unit, "ours": self.ours.values,
            "peer": {"name": self.peer_name, "values": self.peer.values} if self.peer else None,
            "ratio": self.ratio, "limit": self.limit, "limits_ratio": self.limits_ratio,
            "noise": round(self.noise, 3), "verdict": self.verdict or None,
        }


HEAD = ["", "what", "ours", "peer", "ratio", "limit", ""]


def text(rows):
    """In columns, a benchmark's name only where it begins."""
    lines = [HEAD] + [row.cells() for row in rows]
    last = ""
    for line in lines[1:]:
        line[0], last = ("" if line[0] == last else line[0]), line[0]
    widths = [max(len(line[column]) for line in lines) for column in range(len(HEAD))]
    right = {2, 4, 5}
    return "\n".join(
        "  ".join(word.rjust(width) if column in right else word.ljust(width)
                  for column, (word, width) in enumerate(zip(line, widths))).rstrip()
        for line in lines)
