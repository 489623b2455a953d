# Two commands matter: `make report` answers on this machine, `make test` runs everything CI runs.
PYTHON ?= python3
VENV ?= .venv
SETUP ?= 1
CHECK ?=
export VENV PYTHON

bin := $(VENV)/bin
sources := $(shell find include core host src CMakeLists.txt cmake pyproject.toml -type f ! -name '*.pyc' 2>/dev/null)

.PHONY: help report test platforms lint bench docs hw-table pqm4 matrix openssh soak fuzz wheels try-wheels deb release-check clean
.DELETE_ON_ERROR:

help:
	@echo 'make report         measure this machine: verdict table here, report.html on disk'
	@echo 'make test           set up what the tests need, then run all that CI runs'
	@echo 'make test SETUP=0   the same, installing nothing'
	@echo 'make lint           formatters, linters and type checks only'
	@echo 'make platforms      the C library on 18 platforms, emulated; writes docs/reference/platforms.md (an hour of CPU)'
	@echo 'make bench          hold the meter against the standalone program of each peer'
	@echo 'make docs           regenerate reference pages, tables and images from the program'
	@echo 'make hw-table       place every core that the stored table lacks (hours of CPU; goes on where it stopped)'
	@echo 'make pqm4           ML-KEM and ML-DSA built and timed again, beside boards: writes docs/reference/pqm4.md'
	@echo 'make matrix         SSH peers of all versions in reach against the library, MAC by MAC'
	@echo "make openssh        OpenSSH's source package with this UMAC in it, under OpenSSH's own tests (a few minutes)"
	@echo 'make soak           a million random cases of every pair: the library against each peer, and all peers under sanitizers (half an hour)'
	@echo 'make fuzz MINUTES=5 every fuzz target, with the sanitizers'
	@echo 'make wheels         the source distribution and the wheels of four targets, in dist/'
	@echo 'make try-wheels     the wheels in clean environments: oldest and newest Python, musl, arm64 emulated'
	@echo 'make deb            the Debian packages, in build/deb, with lintian and a consumer compiled against them'
	@echo 'make release-check  all that must hold before a release, the three above among it (half an hour)'
	@echo 'make clean          remove what the other targets made'

# CHECK passes arguments to `wirerate check`, as in: make report CHECK='hmac-sha256 --link 25G'
report: $(VENV)/installed
	@scripts/report $(CHECK)

# The tests choose their own extras, so they share only the bare environment with `make report`.
test:
	@scripts/environment --bare
	@if [ '$(SETUP)' != 0 ]; then scripts/setup-test; fi
	@$(bin)/python scripts/stages.py

lint:
	@scripts/environment --bare
	@if [ '$(SETUP)' != 0 ]; then scripts/setup-test --python-only; fi
	@$(bin)/python scripts/stages.py lint

platforms:
	@scripts/environment --bare
	@if [ '$(SETUP)' != 0 ]; then scripts/setup-test --platforms; fi
	@PATH="$(abspath $(bin)):$$PATH" $(bin)/python scripts/platforms

bench:
	@bench/peers/run
	@echo 'Kernels against their peers, with the limit beside each figure: bench/kernels/run'

docs: $(VENV)/installed
	@$(bin)/python scripts/reference.py
	@$(bin)/python scripts/command_reference.py
	@$(bin)/python scripts/python_reference.py
	@$(bin)/python scripts/examples.py
	@$(bin)/python -m scripts.ecc_slides docs/reference/ecc-slides.md

hw-table: $(VENV)/installed
	@$(bin)/python scripts/requirements.py hw | PIP_CONSTRAINT=scripts/constraints.txt $(bin)/pip install --quiet -r /dev/stdin
	@$(bin)/python scripts/hw_table.py

pqm4: $(VENV)/installed
	@$(bin)/python scripts/requirements.py mcu | PIP_CONSTRAINT=scripts/constraints.txt $(bin)/pip install --quiet -r /dev/stdin
	@$(bin)/python scripts/pqm4

fuzz: MINUTES ?= 5
fuzz:
	@scripts/environment --bare
	@if [ '$(SETUP)' != 0 ]; then scripts/setup-test && scripts/setup-test --fuzz; fi
	@$(bin)/pip install --quiet --no-deps .
	@fuzz/run $(MINUTES)

soak: CASES ?= 1000000
soak:
	@scripts/environment --bare
	@if [ '$(SETUP)' != 0 ]; then scripts/setup-test; fi
	@mkdir -p build
	@cmake -S . -B build/soak -DCMAKE_BUILD_TYPE=Release >build/soak.log && cmake --build build/soak -j 2 --target host_pairs core_timing >>build/soak.log
	@build/soak/tests/core/core_timing 200000
	@build/soak/tests/host/host_pairs $(CASES)
	@cmake -S . -B build/soak-sanitize -DWIRERATE_SANITIZE=address,undefined -DCMAKE_BUILD_TYPE=None -DCMAKE_C_FLAGS=-O1 >>build/soak.log && cmake --build build/soak-sanitize -j 2 --target host_peers >>build/soak.log
	@build/soak-sanitize/tests/host/host_peers
	@$(bin)/pip install --quiet --no-deps .
	@WIRERATE_CASES=$(CASES) $(bin)/python -m pytest -q tests/python/authenticators/test_pairs.py

# Programs of other Debian releases are unpacked into the user's cache, never installed.
matrix:
	@scripts/environment --bare
	@if [ '$(SETUP)' != 0 ]; then scripts/setup-test; fi
	@$(bin)/pip install --quiet --no-deps .
	@$(bin)/python -m tests.interop docs/reference/interoperability.md

# The source package and what is built of it lie in the user's cache, too. SUITE is the Debian release that has it.
openssh: SUITE ?= trixie
openssh:
	@scripts/environment --bare
	@if [ '$(SETUP)' != 0 ]; then scripts/setup-test; fi
	@$(bin)/pip install --quiet --no-deps .
	@$(bin)/python -m tests.interop.regress $(SUITE)

# Each is a folder of scripts, and has what that needs installed first.
wheels: scripts = wheels
try-wheels: scripts = trials
deb: scripts = deb
release-check: scripts = release
wheels try-wheels deb release-check:
	@scripts/environment --bare
	@if [ '$(SETUP)' != 0 ]; then scripts/setup-test --$(scripts); fi
	@$(bin)/python scripts/$(scripts)

$(VENV)/installed: $(sources) scripts/constraints.txt
	@scripts/environment
	@touch $@

clean:
	rm -rf build $(VENV) dist report.html .pytest_cache .mypy_cache .ruff_cache .hypothesis
