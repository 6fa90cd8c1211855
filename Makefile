# `make` lists the targets. Each of them sets up by itself what it needs (tools/setup.sh).

BIN := .venv/bin
PYTEST_FLAGS := -n 2 --dist loadgroup
LENGTH := 1
REPEATS := 5
NATIVE_TESTS := $(addprefix tests/,agents core games oracles search testing)
CACHES := .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis

# Git's list of C++ files; outside a clone, whatever is there.
cpp_files = $(wildcard $(or $(shell git ls-files '*.cpp' '*.hpp' 2>/dev/null), \
                            $(shell find src tests -name '*.[ch]pp')))

# Another active environment must not leak into ours.
unexport VIRTUAL_ENV PYTHONHOME PYTHONPATH

.DEFAULT_GOAL := help
.PHONY: help play test test-long bench counts bench-peers growth lint format wheel test-wheel golden stubs docs ladders clean \
        setup-play setup-dev setup-sanitize

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-11s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

play: setup-play ## set up what is missing, then open the page with all games
	@$(BIN)/quadrille serve

test: lint ## set up what is missing, then check style, types and layers and run all tests
	@$(BIN)/pytest $(PYTEST_FLAGS)

# --capture=sys lets through what a sanitizer says before it ends the process.
test-long: lint setup-sanitize ## the tests at full length, then those of native code under ASan and UBSan
	QUADRILLE_LONG=$(LENGTH) $(BIN)/pytest $(PYTEST_FLAGS)
	LD_PRELOAD="$$(g++ -print-file-name=libasan.so) $$(g++ -print-file-name=libstdc++.so)" \
	ASAN_OPTIONS=detect_leaks=0 UBSAN_OPTIONS=halt_on_error=1:print_stacktrace=1 \
	QUADRILLE_SANITIZED=1 .venv-asan/bin/python -m pytest $(PYTEST_FLAGS) --capture=sys $(NATIVE_TESTS)

bench: setup-play ## measure every speed; compare with the last release, instructions with those kept
	$(BIN)/quadrille bench all --compare $$(ls bench/[0-9]*.json | sort -V | tail -n 1)
	PYTHONPATH=tools $(BIN)/python -m instructions

counts: setup-dev ## count the instructions of fixed work anew; review the difference
	PYTHONPATH=tools $(BIN)/python -m instructions --keep

bench-peers: setup-play ## measure OpenSpiel, PettingZoo, Pgx and us at the same work, on one core
	PYTHONPATH=tools $(BIN)/python -m peers.run --repeats $(REPEATS)

growth: setup-dev ## measure how the cost grows with simulations, threads, workers, stored games, rooms
	PYTHONPATH=tools $(BIN)/python -m growth

lint: setup-dev ## check style, types and layers; change nothing
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(if $(cpp_files),$(BIN)/clang-format --dry-run -Werror $(cpp_files))
	$(BIN)/lint-imports --no-logo

format: setup-dev ## put the sources into the common style
	$(BIN)/ruff check --fix --exit-zero
	$(BIN)/ruff format
	$(if $(cpp_files),$(BIN)/clang-format -i $(cpp_files))

wheel: setup-dev ## make an sdist and a wheel that installs without a compiler, in dist/
	$(BIN)/python tools/wheel.py dist

test-wheel: wheel ## make both, install the wheel without a compiler, and try everything once
	QUADRILLE_DIST=dist QUADRILLE_LONG=1 $(BIN)/pytest tests/project/test_wheel.py

golden: setup-dev ## rewrite the golden playthroughs; review the difference
	$(BIN)/python tools/golden.py

stubs: setup-dev ## rewrite the type stubs of the native modules, after changing a binding
	$(BIN)/python tools/stubs.py

docs: setup-dev ## fill in the generated tables, then build the documentation site in build/book
	$(BIN)/python tools/docs.py
	$(BIN)/python tools/charts.py
	$(BIN)/python tools/notebooks.py
	PYTHONPATH=tools $(BIN)/python -m book

ladders: setup-dev ## rate each game's fixed set of agents anew; takes a while
	$(BIN)/python tools/ladders.py
	$(BIN)/python tools/docs.py

clean: ## remove environments, builds and caches
	rm -rf .venv .venv-asan .venv-peers build dist $(CACHES)
	find src tests tools bench examples -name __pycache__ -prune -exec rm -rf {} + 2>/dev/null || true

setup-play setup-dev setup-sanitize: setup-%:
	@tools/setup.sh $*
