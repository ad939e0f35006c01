# gemp-bot: everything a person or a machine does with the tree.
#
#   make demo     watch two bots play a whole game over HTTP
#   make test     run the tests
#
# Both need Python 3.11 or newer and make, nothing else: they make their own environment in .venv.
# PYTHON=/path/to/python3 chooses its interpreter: an environment of another one is made anew. Without
# PYTHON the environment stays what it is. VENV=DIR keeps one beside .venv.

PYTHON ?=
VENV   := .venv
BIN    := $(VENV)/bin
STAMP  := $(VENV)/.ready
WHEEL  := build/wheel

ifneq ($(PYTHON),)
WHICH := -c 'import sys; print(sys.base_prefix, sys.version)' 2>/dev/null
ifneq ($(shell "$(PYTHON)" $(WHICH) || echo no interpreter),$(shell $(BIN)/python $(WHICH)))
.PHONY: $(STAMP)
endif
endif

# What check-server does, where it is not to be the default: GAMES=200 becomes --games 200.
CHECKS = $(foreach name,ACCOUNTS GAMES SNAPSHOTS KILLS BROKEN AGREEMENT PARALLEL MINUTES SEED STRATEGIES ONLY OUT,\
  $(if $($(name)),--$(shell echo $(name) | tr A-Z a-z) "$($(name))"))

.DEFAULT_GOAL := help
.PHONY: help demo test lint bench docs check-server wheel-test release-check clean

help: ## list these targets
	@echo "gemp-bot: make <target>"
	@sed -n 's/^\([a-z-]*\):[^#]*## /\1|/p' $(firstword $(MAKEFILE_LIST)) | \
	  while IFS='|' read -r name text; do printf '  %-12s %s\n' "$$name" "$$text"; done

demo: $(STAMP) ## watch two bots play a whole game over HTTP
	@$(BIN)/gemp-bot demo $(DEMO_ARGS)

# Bytecode is written even where it usually is not: the tests start a hundred processes of the program.
test: $(STAMP) ## run the tests
	@PYTHONDONTWRITEBYTECODE= $(BIN)/python -m pytest --numprocesses auto --dist worksteal $(PYTEST_ARGS)

lint: $(STAMP) ## ruff (lint and format), mypy --strict, import layers
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: $(STAMP) ## speed and memory, each as a ratio to a reference timed in the same run
	@$(BIN)/python -m benchmarks

docs: $(STAMP) ## the site, from docs/ into build/site; fails on a link that leads nowhere
	@$(BIN)/python -m zensical build --clean --strict
	@echo "build/site/index.html"

check-server: $(STAMP) ## whole games on a real server, SERVER=URL (docs/check-server.md)
	@test -n "$(SERVER)" || { echo "check-server: which server? make check-server SERVER=http://127.0.0.1:17001"; exit 2; }
	@$(BIN)/python tests/server --server "$(SERVER)" $(CHECKS)

wheel-test: $(STAMP) ## build the wheel, install it into a clean environment, test that
	@PYTHON="$(abspath $(BIN)/python)" sh .ci/wheel-test "$(WHEEL)"

release-check: $(STAMP) ## sdist and wheel, what they say of themselves, the wheel on every interpreter, the site
	@PYTHON="$(abspath $(BIN)/python)" .ci/release-check $(PYTHONS)

clean: ## remove the environment, builds and caches
	rm -rf $(VENV) build dist .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(STAMP): pyproject.toml uv.lock .ci/venv .ci/requirements.py
	@PYTHON="$(PYTHON)" sh .ci/venv $(VENV)
	@touch $@
