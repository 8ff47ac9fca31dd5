"""`python -m scorekeeper`: the same as the `scorekeeper` command."""

from __future__ import annotations

import sys

from scorekeeper.cli import main

sys.exit(main())
