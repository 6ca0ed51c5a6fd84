# Halfmove: everything a developer types. `make` alone lists it.
#
# All of it happens in the checkout: the environment in .venv, caches and scratch files in .cache.

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
.NOTPARALLEL:
.DELETE_ON_ERROR:

PYTHON ?= python3
ARGS   ?=
UV_VERSION := 0.13.8

ROOT   := $(CURDIR)
BIN    := .venv/bin
PLAY   := .venv/.play-done
STAMP  := .venv/.setup-done
PEERS  := .venv/.bench-done
LEARN  := .venv/.train-done
SITE   := .venv/.site-done
DIST   := .venv/.dist-done
PIP    := $(BIN)/python -m pip --disable-pip-version-check --quiet

# Scratch files of pip, pytest and the compilers.
export TMPDIR := $(ROOT)/.cache/tmp

# What every test run shares: a kernel cache of its own, so that a second run starts warm
# (tests/conftest.py says the same for a bare `pytest`). Bytecode is kept whatever the environment says: each
# worker and each process that a test starts would compile our modules anew, for half a second to half a minute.
TEST_ENV := -u PYTHONDONTWRITEBYTECODE HALFMOVE_CACHE_DIR="$(ROOT)/.cache/tests" HYPOTHESIS_STORAGE_DIRECTORY="$(ROOT)/.cache/hypothesis"
COMPILED    := env -u HALFMOVE_JIT $(TEST_ENV)
INTERPRETED := env $(TEST_ENV) HALFMOVE_JIT=0
# A file's tests stay in one worker, and the longest files come first (tests/conftest.py). One worker more than
# there are cores, up to four: a worker often waits for a process that it has started.
WORKERS := -n $(shell cores=$$(nproc 2>/dev/null || echo 2); echo $$((cores < 4 ? cores + 1 : 4))) \
    --dist loadfile --no-loadscope-reorder $(if $(ALL),--hypothesis-profile new)
# With ALL=1, the exhaustive tests as well, and every test that can run at both speeds does; properties are
# tried on new examples, not on those that are the same every time.
COMPILED_MARKS := $(if $(ALL),,-m "not exhaustive and (slow_interpreted or not one_speed)")
INTERPRETED_MARKS := -m "not slow_interpreted$(if $(ALL),, and not exhaustive)"

.PHONY: help setup play test quick test-all lint types imports test-peers engines compiled interpreted coverage bench lock matrix wheel dist release site clean

help: ## this list
	@echo "Halfmove: adversarial search for Python. Targets:"
	@sed -nE 's/^([a-z-]+):[^#]*## (.*)$$/\1\t\2/p' Makefile | while IFS=$$'\t' read -r target what; do \
	    printf '  make %-10s %s\n' "$$target" "$$what"; done

setup: $(STAMP) ## the whole environment in .venv, from the lock files, and the games' machine code
	@echo "Making the machine code of the games (a minute on two cores; Ctrl-C leaves the rest for when it is needed) ..."
	@$(BIN)/halfmove prepare
	@echo "The environment is ready: .venv"

# Bytecode is not made ahead of time for playing (see the environment below), so the first start has to keep it.
play: $(PLAY) ## the board in the browser; or in the terminal (make play GAME=chess ARGS="--level 3")
	@env -u PYTHONDONTWRITEBYTECODE $(BIN)/halfmove $(if $(GAME),play $(GAME),serve --open) $(ARGS)

test: lint types imports engines compiled interpreted ## everything that must pass: lint, types, imports, tests with the JIT on and off (half an hour to 75 minutes)
	@echo
	@echo "make $@: all passed: lint, types, import rules, tests compiled, tests interpreted."
	@for speed in compiled interpreted; do echo "Tests $$speed: $$(cat .cache/skipped-$$speed)"; done

# What a change touches: a fault of it is mostly seen here. A commit passes `make test`.
quick: $(STAMP) ## lint, types, import rules, and the tests that a change since BASE (HEAD) touches: two minutes
	@$(BIN)/ruff check . && $(BIN)/ruff format --check . && $(BIN)/mypy --strict && $(BIN)/lint-imports --no-logo --cache-dir .cache/import-linter | tail -1
	@files=$$($(BIN)/python tests/affected.py $(BASE)); \
	 if [ -n "$$files" ]; then $(COMPILED) $(BIN)/python -m pytest -q $(COMPILED_MARKS) $(WORKERS) $(ARGS) $$files; else echo "No test is touched."; fi

test-all: ALL := 1
test-all: lint types imports engines compiled coverage test-peers ## the same with coverage, the exhaustive tests, all that can run at both speeds at both, and test-peers
	@echo
	@echo "make $@: all passed: lint, types, import rules, every test compiled, every test interpreted with coverage."

lint: $(STAMP) ## ruff: rules and format
	@echo "== lint: ruff"
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .

types: $(STAMP) ## mypy --strict on the package, the examples and the scripts
	@echo "== types: mypy --strict"
	@$(BIN)/mypy --strict

imports: $(STAMP) ## the import rules of the house
	@echo "== imports: import-linter"
	@$(BIN)/lint-imports --no-logo --cache-dir .cache/import-linter

# With the peers and PyTorch there, a test that is skipped all the same is a fault (HALFMOVE_SKIPS=none).
test-peers: $(LEARN) engines ## the tests beside other people's programs and of the learner in PyTorch: all of them (installs some 5 GB)
	@echo "== tests beside peers, compiled"
	@HALFMOVE_SKIPS=none $(COMPILED) $(BIN)/python -m pytest -m peers $(WORKERS) --durations=25 $(ARGS)

# Outside programs that tests need: engines over UCI and GTP, a browser. Without one its tests are skipped.
engines: ## Debian's gnugo, gnuchess, stockfish, chromium, polyglot and gnubg for the tests, installed where we are root
	@missing=""; for engine in gnugo gnuchess stockfish chromium polyglot gnubg; do \
	    PATH="$$PATH:/usr/games" command -v $$engine >/dev/null || missing="$$missing $$engine"; done; \
	 if [ -n "$$missing" ]; then \
	    if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
	        echo "Installing Debian's$$missing for the tests ..."; \
	        { apt-get -qq update && DEBIAN_FRONTEND=noninteractive apt-get -qq install -y --no-install-recommends $$missing >/dev/null; } \
	        || echo "They could not be installed; tests that need them are skipped." >&2; \
	    else echo "Not installed:$$missing; tests that need them are skipped."; fi; fi

compiled: $(STAMP) ## the tests with the JIT on (make compiled ARGS="-k nim")
	@echo "== tests, compiled"
	@HALFMOVE_SKIPPED=.cache/skipped-compiled $(COMPILED) $(BIN)/python -m pytest $(COMPILED_MARKS) $(WORKERS) --durations=25 $(ARGS)

interpreted: $(STAMP) ## the tests with the JIT off (make interpreted ARGS="-k nim")
	@echo "== tests, interpreted (HALFMOVE_JIT=0)"
	@HALFMOVE_SKIPPED=.cache/skipped-interpreted $(INTERPRETED) $(BIN)/python -m pytest $(INTERPRETED_MARKS) $(WORKERS) --durations=25 $(ARGS)

# A third of the processor time of the interpreted tests was the tracing, so `make test` goes without.
coverage: $(STAMP) ## the tests with the JIT off, so that the kernels' lines count; report in .cache/coverage/html
	@echo "== tests, interpreted (HALFMOVE_JIT=0), with coverage"
	@$(INTERPRETED) $(BIN)/python -m pytest $(INTERPRETED_MARKS) $(WORKERS) --durations=25 \
	    --cov --cov-report=term --cov-report=html $(ARGS)

bench: $(PEERS) ## the benchmarks, beside the peers (make bench ARGS=...)
	@$(BIN)/python -m benchmarks $(ARGS)

lock: uv ## the lock files again, from pyproject.toml (make lock UPGRADE=1 for newer versions)
	@mkdir -p requirements
	@lock() { .cache/lock/bin/uv pip compile pyproject.toml --quiet --universal --python-version 3.11 \
	        --fork-strategy fewest --generate-hashes --no-emit-index-url --no-emit-find-links --no-annotate \
	        --cache-dir .cache/uv --custom-compile-command "make lock" $(if $(UPGRADE),--upgrade) "$$@"; }; \
	 lock --output-file requirements/run.txt; \
	 lock --extra web --group build --constraint requirements/run.txt --output-file requirements/play.txt; \
	 lock --extra dev --extra pictures --extra arena --extra web --extra network --extra equilibrium --extra cluster --extra notebook --group build --constraint requirements/play.txt --output-file requirements/dev.txt; \
	 lock --extra bench --extra bridges --constraint requirements/dev.txt --output-file requirements/bench.txt; \
	 lock --extra train --constraint requirements/bench.txt --output-file requirements/train.txt; \
	 lock --extra site --constraint requirements/train.txt --output-file requirements/site.txt; \
	 lock --extra dist --constraint requirements/train.txt --output-file requirements/dist.txt
	@echo "requirements/run.txt, play.txt, dev.txt, bench.txt, train.txt, site.txt and dist.txt are up to date."

.PHONY: uv
uv: | .cache/tmp
	@test -x .cache/lock/bin/uv || $(PYTHON) -m venv .cache/lock
	@.cache/lock/bin/python -m pip --disable-pip-version-check --quiet install "uv==$(UV_VERSION)"

matrix: $(STAMP) uv ## the wheel in every Python that it supports, with the newest and the oldest packages; then types as users see them
	@UV_CACHE_DIR=.cache/uv $(BIN)/python publishing/matrix.py $(ARGS)

# For one level of processors (src/halfmove/core/code/processor.py); an installed wheel does not compile what it has.
CODE_ENV = HALFMOVE_CACHE_DIR="$(ROOT)/build/machine_code" NUMBA_CPU_FEATURES= \
    NUMBA_CPU_NAME=$(shell $(BIN)/python -c 'from halfmove.core.code.processor import level_here; print(level_here().name)')

wheel: $(STAMP) ## the wheel in dist, with the machine code of the games for this kind of machine (some minutes)
	@rm -rf build/machine_code
	@for algorithm in auto mcts alphabeta; do env $(CODE_ENV) $(BIN)/halfmove prepare --algorithm $$algorithm; done
	@for size in 9 13; do for algorithm in auto mcts; do \
	    env $(CODE_ENV) $(BIN)/halfmove prepare go --set size=$$size --algorithm $$algorithm; done; done
	@$(BIN)/python -m hatchling build --target wheel

# The same commit gives the same bytes: its time is that of all files in them. It is built from what Git has, as the
# backend follows links, of which tests leave some in .cache, and then passes over the folders that they lead to.
dist: $(DIST) ## what is published, in dist: sdist, wheel, bill of materials (CycloneDX), checksums; the same bytes each time
	@rm -rf .cache/dist dist/*.whl dist/*.tar.gz dist/*.cdx.json dist/SHA256SUMS
	@mkdir -p .cache/dist/source && git archive HEAD | tar -x -C .cache/dist/source
	@cd .cache/dist/source && SOURCE_DATE_EPOCH=$$(git log -1 --format=%ct) "$(ROOT)/$(BIN)/python" -m hatchling build -d "$(ROOT)/dist" --target sdist --target wheel
	@there=$$(tar -tzf dist/*.tar.gz | wc -l); \
	 wanted=$$(git ls-files src tests fuzz publishing hatch_build.py LICENSE README.md CHANGELOG.md pyproject.toml .gitignore | wc -l); \
	 [ $$there = $$((wanted + 1)) ] || { echo "The sdist has $$there files and not $$((wanted + 1))." >&2; exit 1; }
	@$(PYTHON) -m venv .cache/dist/venv && .cache/dist/venv/bin/python -m pip --disable-pip-version-check --quiet install \
	    --no-deps --require-hashes --requirement requirements/run.txt && .cache/dist/venv/bin/python -m pip --disable-pip-version-check --quiet install --no-deps dist/*.whl
	@cd .cache/dist/venv && HALFMOVE_CACHE_DIR=code bin/halfmove analyze tictactoe --depth 3 --json >/dev/null && bin/python -m pip --disable-pip-version-check --quiet uninstall -y pip setuptools
	@$(BIN)/cyclonedx-py environment --pyproject pyproject.toml --mc-type library --output-reproducible \
	    --output-file dist/halfmove-$$($(BIN)/python -c 'import halfmove; print(halfmove.__version__)').cdx.json .cache/dist/venv/bin/python
	@cd dist && sha256sum *.tar.gz *.whl *.cdx.json | tee SHA256SUMS

release: ## what a release of VERSION would do; with YES=1 the checks, the version, make dist and the tag
	@$(PYTHON) publishing/release.py $(VERSION) $(if $(YES),--yes)

site: $(SITE) ## the documentation site in dist/site (half a minute)
	@$(BIN)/python docs/site/build.py

clean: ## remove all that make made: .venv, caches, build products
	@rm -rf .venv .cache build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis .coverage
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +

# ------------------------------------------------------------------ the environment

.cache/tmp:
	@mkdir -p $@

# Three layers in one .venv: what playing needs, on it what developing needs, on that the peers. Each is redone
# when its lock file or pyproject.toml changes; its stamp is written last, so that an interrupted run starts again.
# A lock file is constrained to the one before, so that a layer leaves those below as they are, and it is complete:
# no dependencies are resolved (--no-deps).
#
# The steps of the first: an interpreter, a virtual environment (Debian ships Python without one), the locked
# packages, then Halfmove itself, built with the locked build backend. Bytecode of all modules would take a quarter
# of the time (--no-compile): the first start makes that of the modules it imports.
$(PLAY): requirements/play.txt pyproject.toml | .cache/tmp
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
	    echo "Halfmove needs Python 3.11 or newer, and '$(PYTHON)' is not; try: make play PYTHON=python3.11" >&2; exit 1; }
	@if ! $(BIN)/python -c '' 2>/dev/null; then \
	    if ! $(PYTHON) -c 'import ensurepip, venv' 2>/dev/null; then \
	        if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
	            echo "Installing Debian's python3-venv, which this Python lacks ..."; \
	            apt-get -qq update; DEBIAN_FRONTEND=noninteractive apt-get -qq install -y python3-venv >/dev/null; \
	        else \
	            echo "This Python cannot make virtual environments; install your system's package for it (on Debian and Ubuntu: sudo apt-get install python3-venv), then run make again." >&2; exit 1; \
	        fi; \
	    fi; \
	    echo "Making the virtual environment .venv ..."; \
	    rm -rf .venv; $(PYTHON) -m venv .venv; \
	fi
	@echo "Installing what playing needs into .venv (half a minute the first time) ..."
	@$(PIP) install --no-deps --no-compile --require-hashes --requirement requirements/play.txt
	@$(PIP) install --no-deps --no-build-isolation --editable .
	@touch $@

$(STAMP): requirements/dev.txt $(PLAY)
	@echo "Installing what developing needs into .venv (a minute the first time) ..."
	@$(PIP) install --no-deps --no-compile --require-hashes --requirement requirements/dev.txt
	@$(PIP) check
	@PYTHONWARNINGS=ignore $(BIN)/python -m compileall -q -j 0 .venv/lib || \
	    echo "Modules named above have no bytecode; Python compiles them whenever it imports them." >&2
	@touch $@

$(PEERS): requirements/bench.txt $(STAMP)
	@echo "Installing the peers for the benchmarks into .venv ..."
	@$(PIP) install --no-deps --require-hashes --requirement requirements/bench.txt
	@touch $@

$(LEARN): requirements/train.txt $(PEERS)
	@echo "Installing PyTorch into .venv (some 5 GB) ..."
	@$(PIP) install --no-deps --no-compile --require-hashes --requirement requirements/train.txt
	@touch $@

$(SITE): requirements/site.txt $(STAMP)
	@echo "Installing Zensical into .venv ..."
	@$(PIP) install --no-deps --no-compile --require-hashes --requirement requirements/site.txt
	@touch $@

$(DIST): requirements/dist.txt $(STAMP)
	@$(PIP) install --no-deps --no-compile --require-hashes --requirement requirements/dist.txt
	@touch $@
