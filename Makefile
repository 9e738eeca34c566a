# Every task of the project. Each sets up what it needs by itself: `make demo`, `make test`.

PYTHON ?= python3
BIN := .venv/bin
READY := .venv/.ready
READY_DEV := .venv/.ready-dev

.PHONY: demo test lint torture bench texts clean

demo: $(READY) ## load the demo club, print its standings, serve the dashboard (YAMSHEET_NO_SERVE=1 ends there)
	@$(BIN)/yamsheet demo

test: lint ## every check and every test; browser tests where a Chromium is found
	@$(BIN)/pytest -n 2 --dist loadfile -m "not browser and not torture"
	@$(BIN)/pytest -m "browser or torture"

lint: $(READY_DEV)
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy
	@$(BIN)/lint-imports

torture: $(READY_DEV) ## the long crash and fault runs
	@YAMSHEET_TORTURE=200 $(BIN)/pytest -m torture

bench: $(READY_DEV) ## speed as ratios measured in one run, each with its goal
	@$(BIN)/python -m compileall -q scoring ingest dashboard
	@$(BIN)/python -m tests.bench

texts: $(READY_DEV) ## gather the strings of the code into the message catalogue
	@$(BIN)/pybabel -q extract -F dashboard/locale/babel.cfg -k N_ --omit-header --sort-output \
		-o dashboard/locale/yamsheet.pot scoring ingest dashboard

clean:
	rm -rf .venv data/demo .mypy_cache .pytest_cache .ruff_cache .import_linter_cache .hypothesis .benchmarks

$(READY): requirements.txt pyproject.toml
	$(call install,requirements.txt)

$(READY_DEV): requirements-dev.txt pyproject.toml
	$(call install,requirements-dev.txt)
	@touch $(READY)

# A virtual environment with the pinned and hashed requirements: by uv where it is there, by pip where not.
define install
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
		|| { echo "Python 3.11 or later is needed. Name one: make $(MAKECMDGOALS) PYTHON=python3.12"; exit 1; }
	@echo "Setting up .venv with $(1) …"
	@if command -v uv >/dev/null; then \
		{ [ -x $(BIN)/python ] || uv venv -q --python $(PYTHON) .venv; } && \
		uv pip install -q --python $(BIN)/python --require-hashes -r $(1) && \
		uv pip install -q --python $(BIN)/python --no-deps --no-build-isolation -e . ; \
	else \
		{ [ -x $(BIN)/pip ] || $(PYTHON) -m venv .venv; } && \
		$(BIN)/python -m pip install -q --disable-pip-version-check --require-hashes -r $(1) && \
		$(BIN)/python -m pip install -q --disable-pip-version-check --no-deps --no-build-isolation -e . ; \
	fi
	@$(BIN)/python -m compileall -q scoring ingest dashboard
	@touch $@
endef
