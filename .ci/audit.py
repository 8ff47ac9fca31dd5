"""Ask pip-audit for known faults in what a lock file pins; where its data cannot be reached, say so."""

from __future__ import annotations

import json
import subprocess
import sys


def main(lock: str) -> int:
    """0 where nothing is known, or nothing could be asked; 1 for a known fault."""
    done = subprocess.run(  # noqa: S603  # this interpreter's own pip-audit
        [sys.executable, "-m", "pip_audit", "--disable-pip", "--format=json", "--requirement", lock],
        capture_output=True,
        text=True,
        check=False,
    )
    try:
        packages = json.loads(done.stdout)["dependencies"]
    except (ValueError, KeyError):
        why = (done.stderr.strip().splitlines() or ["it said nothing"])[-1]
        print(f"pip-audit could not reach its data, so {lock} was not looked at: {why}")
        return 0
    faults = [(p["name"], p["version"], v["id"]) for p in packages for v in p.get("vulns", [])]
    for name, version, fault in faults:
        print(f"{lock}: {name} {version} has a known fault, {fault}.")
    looked = sum("skip_reason" not in p for p in packages)
    if looked < len(packages):
        print(f"pip-audit found its data for {looked} of the {len(packages)} packages of {lock}.")
    if looked and not faults:
        print(f"pip-audit knows of no fault in what it looked at of {lock}.")
    return 1 if faults else 0


sys.exit(main(sys.argv[1]))
