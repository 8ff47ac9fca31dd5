"""`make bench`: measure against the speed budgets. `python -m benchmarks scoring` runs only that part."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from benchmarks import answering, growth, night, scoring, start, weight
from benchmarks.bench import Bench
from benchmarks.row import Row, table

PARTS: Final[Mapping[str, Callable[[Bench], Iterable[Row]]]] = {
    "weight": weight.rows,
    "scoring": scoring.rows,
    "start": start.rows,
    "answering": answering.rows,
    "growth": growth.rows,
    "night": night.rows,
}


def main(names: Sequence[str]) -> int:
    """Run the parts of these names, or all; 1 where a budget was missed, 2 for a name that is none."""
    if unknown := set(names) - set(PARTS):
        print(f"No such part: {', '.join(sorted(unknown))}. There are {', '.join(PARTS)}.", file=sys.stderr)
        return 2
    rows: list[Row] = []
    with TemporaryDirectory(prefix="scorekeeper-bench-") as folder:
        bench = Bench(folder=Path(folder), began=time.monotonic())
        for name in names or PARTS:
            bench.say(name)
            rows += PARTS[name](bench)
        bench.say("done\n")
    print(*table(rows), sep="\n")
    return int(any(row.met is False for row in rows))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
