# Every target works from a fresh clone: what it needs is made first, and made once.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
CARGO := cargo
WORKSPACE := --manifest-path kernel/Cargo.toml
# The library's own tests: there are no others, and for others it would be compiled twice.
CORE_TESTS := $(WORKSPACE) --locked --package deckwright-core --lib

# Both crates, and maturin, build into one place.
export CARGO_TARGET_DIR := $(CURDIR)/kernel/target
export VIRTUAL_ENV := $(CURDIR)/$(VENV)
export PYO3_PYTHON := $(CURDIR)/$(BIN)/python
# Built here, for this machine: popcounts and bit scans are single instructions.
export RUSTFLAGS ?= -C target-cpu=native
# Commands start hundreds of times in tests: modules are compiled once.
unexport CONDA_PREFIX PYTHONHOME PYTHONPATH PYTHONDONTWRITEBYTECODE

TOOLS_STAMP := $(VENV)/.tools
ENV_STAMP := $(VENV)/.environment
DEV_STAMP := $(VENV)/.development
COMPILED_STAMP := $(VENV)/.compiled
KERNEL_STAMP := $(VENV)/.kernel
PIP_INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check
KERNEL_SOURCES := $(shell find kernel -name target -prune -o \( -name '*.rs' -o -name 'Cargo.*' \) -print 2>/dev/null)

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.NOTPARALLEL:
.PHONY: help env build run test test-core test-needs test-python check reports bench levels policies prove figures fmt lock clean

help: ## list the targets
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | awk -F ':.*## ' '{ printf "  make %-12s %s\n", $$1, $$2 }'

env: $(DEV_STAMP) ## the whole environment: .venv with the versions of both lock files
build: $(KERNEL_STAMP) ## the kernel in release mode, and the package, into .venv

run: build ## the web app (installs only what running needs); make run ARGS="--port 9000"
	@$(BIN)/deckwright serve $(ARGS)

# The kernel keeps one core busy for minutes, so it begins as soon as it can, before packages are there that only running it
# needs. Meanwhile the other core installs them, tests the core and adds what development needs.
test: ## every test
	@mkdir -p kernel/target
	@$(MAKE) --no-print-directory --silent $(TOOLS_STAMP)
	@$(MAKE) --no-print-directory --silent $(COMPILED_STAMP) & compiled=$$!; \
	    nice $(CARGO) test $(CORE_TESTS) > kernel/target/tests.log 2>&1 & tested=$$!; \
	    nice $(MAKE) --no-print-directory --silent env; made=$$?; \
	    wait $$compiled || made=1; wait $$tested || made=1; cat kernel/target/tests.log; exit $$made
	@$(MAKE) --no-print-directory test-python

test-core: ## the tests of the Rust core
	$(CARGO) test $(CORE_TESTS)

test-needs: ## what tests need of the system: a PostgreSQL server, where it may be installed
	@scripts/test-needs

test-python: build $(DEV_STAMP) test-needs ## the tests of the package: make test-python ARGS="-k hearts"
	$(BIN)/python -m pytest -n 2 --dist worksteal $(ARGS)

check: build $(DEV_STAMP) ## lint and types
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(CARGO) fmt $(WORKSPACE) --all --check
	$(CARGO) clippy $(WORKSPACE) --locked --workspace --all-targets -- -D warnings

reports: build ## the reports of the library's games, where rules have changed: some minutes
	$(BIN)/deckwright report --library

bench: build $(DEV_STAMP) ## speed against peers, in one run, as ratios; of tables; and the strength of agents
	$(BIN)/python -m benchmarks
	$(BIN)/python -m benchmarks.table
	$(BIN)/python -m benchmarks.strength --seconds 10
	$(BIN)/python -m benchmarks.contracts
	$(BIN)/python -m benchmarks.sharing
	$(BIN)/python -m benchmarks.answers

prove: build $(DEV_STAMP) ## what tests sample, at length; stops and goes on: make prove ARGS="--seconds 60"
	$(BIN)/python scripts/prove.py $(ARGS)

figures: build ## the figures in documents, worked out again: make figures ARGS="--check"
	$(BIN)/python scripts/figures.py $(ARGS)

levels: build $(DEV_STAMP) ## measure what easy, medium, hard and best are in each game: make levels ARGS="--seconds 60 hearts"
	$(BIN)/python -m benchmarks.levels $(ARGS)

policies: build ## the policies that come with the library, learned again and measured
	$(BIN)/python -m benchmarks.policies

fmt: $(DEV_STAMP) ## format everything
	$(BIN)/ruff check --select I --fix
	$(BIN)/ruff format
	$(CARGO) fmt $(WORKSPACE) --all

lock: ## renew the lock files from pyproject.toml
	@scratch=$$(mktemp -d) && trap 'rm -rf "$$scratch"' EXIT && set -e \
	&& $(PYTHON) scripts/lock.py $$scratch

clean: ## remove the environment, builds and caches
	rm -rf $(VENV) kernel/target dist .hypothesis .mypy_cache .pytest_cache .ruff_cache
	rm -f src/deckwright/_kernel*.so
	find src tests -name __pycache__ -type d -prune -exec rm -rf {} +

$(TOOLS_STAMP): requirements.lock
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Deckwright needs Python 3.11 or later; this is " + sys.version.split()[0] + ". Try: make PYTHON=python3.11")'
	@command -v $(CARGO) > /dev/null || { echo "Deckwright needs a Rust toolchain: there is no cargo on PATH." >&2; exit 1; }
	@echo "Making the environment in $(VENV) ..."
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@$(PIP_INSTALL) "$$(grep ^maturin== requirements.lock)"
	@touch $@

$(ENV_STAMP): $(TOOLS_STAMP) requirements.lock
	@$(PIP_INSTALL) --requirement requirements.lock
	@touch $@

$(DEV_STAMP): $(ENV_STAMP) requirements-dev.lock
	@echo "Adding what development needs to $(VENV) ..."
	@$(PIP_INSTALL) --requirement requirements.lock --requirement requirements-dev.lock
	@touch $@

# Cargo shows on standard error how far it is.
$(COMPILED_STAMP): $(TOOLS_STAMP) pyproject.toml $(KERNEL_SOURCES)
	@echo "Building the kernel: a minute or two the first time ..."
	@$(BIN)/maturin develop --release --locked --skip-install > /dev/null
	@touch $@

$(KERNEL_STAMP): $(ENV_STAMP) $(COMPILED_STAMP)
	@$(BIN)/maturin develop --release --locked > /dev/null
	@touch $@
