# Everything here works from a fresh clone with Python 3.11 or newer, its venv module, and make.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
AXE := node_modules/axe-core/axe.min.js
AXE_VERSION := 4.14.1
UV_VERSION := 0.13.9
TESTS := $(BIN)/python -m pytest -n auto
COMPILE := $(BIN)/uv pip compile --no-config --quiet --universal --python-version 3.11 --generate-hashes \
	--custom-compile-command "make lock" pyproject.toml

.DEFAULT_GOAL := help
.PHONY: help run test test-long check format bench screenshots axe lock

help: ## say what can be made
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## /make \1\t/' | expand -t 20

run: $(VENV)/run.stamp ## set up, bring the database up to date and serve to the phones at the table
	@$(BIN)/python -m scorekeeper serve

test: $(VENV)/dev.stamp ## set up and run the tests, all but the slow ones
	$(TESTS) -m "not long"

test-long: $(VENV)/dev.stamp ## run the slow tests: storms, WebKit, big data, installing
	$(TESTS) -m long

check: $(VENV)/dev.stamp ## lint, formatting, types, templates, and known faults of dependencies
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/python -m mypy
	$(BIN)/python -m djlint templates --lint --quiet
	@$(BIN)/python .ci/audit.py requirements.lock

format: $(VENV)/dev.stamp ## put the code into its form
	$(BIN)/ruff check --fix-only --quiet .
	$(BIN)/ruff format .

bench: $(VENV)/dev.stamp ## measure against the speed budgets, in about ten minutes (PARTS="scoring start": only those)
	@$(BIN)/python -m benchmarks $(PARTS)

screenshots: $(VENV)/dev.stamp ## take pictures of the pages into screenshots/
	$(BIN)/python -m tests.browser.screenshots

axe: $(AXE) ## fetch axe-core from npm, which the accessibility tests need

lock: $(VENV)/dev.stamp ## write the lock files anew from pyproject.toml (UPGRADE=--upgrade: with newer versions)
	$(BIN)/python -m pip install --quiet uv==$(UV_VERSION)
	$(COMPILE) $(UPGRADE) --group build --output-file requirements.lock
	$(COMPILE) $(UPGRADE) --group dev --constraint requirements.lock --output-file requirements-dev.lock

# Where the environment's Python has gone with an upgrade of the system, nothing in it counts any more.
$(shell test -x $(BIN)/python || rm -f $(VENV)/*.stamp)

# A stamp is younger than the lock file it was made from, so that nothing is installed twice.
$(VENV)/run.stamp: requirements.lock pyproject.toml | $(BIN)/python
	$(call install,requirements.lock)

$(VENV)/dev.stamp: requirements-dev.lock pyproject.toml | $(BIN)/python
	$(call install,requirements-dev.lock)
	@touch $(VENV)/run.stamp

define install
@echo "Installing what $(1) lists ..."
@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes --requirement $(1)
@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
@touch $@
endef

# A half-made environment is taken away again, so that the next try starts afresh.
$(BIN)/python:
	@command -v $(PYTHON) >/dev/null || { \
		echo "There is no $(PYTHON) here. Scorekeeper needs Python 3.11 or newer." >&2; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
		echo "$$($(PYTHON) --version 2>&1) is too old: Scorekeeper needs Python 3.11 or newer." \
			"With another at hand: make PYTHON=python3.11" >&2; exit 1; }
	@rm -rf $(VENV); $(PYTHON) -m venv $(VENV) || { rm -rf $(VENV); \
		echo "No virtual environment could be made. On Debian and Ubuntu: sudo apt install python3-venv" >&2; exit 1; }

$(AXE):
	npm install --silent --no-save --no-package-lock --no-audit --no-fund --prefix . axe-core@$(AXE_VERSION)
