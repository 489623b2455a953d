# The main targets: `make report` measures this machine, `make test` runs everything that CI runs.
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
	@echo 'make report         measure this machine, print the verdicts and write report.html'
	@echo 'make test           install what the tests need, then run everything that CI runs'
	@echo 'make test SETUP=0   the same without installing anything'
	@echo 'make lint           run only formatters, linters and type checks'
	@echo 'make platforms      test the C library on 18 emulated platforms; writes docs/reference/platforms.md (an hour of CPU)'
	@echo 'make bench          compare measurements with standalone programs for every peer'
	@echo 'make docs           regenerate reference pages, tables and images'
	@echo 'make hw-table       compute the FPGA placements missing from the stored table (hours of CPU; can be interrupted)'
	@echo 'make pqm4           compare modelled ML-KEM and ML-DSA with published boards; writes docs/reference/pqm4.md'
	@echo 'make matrix         test every MAC with all available SSH peers; writes docs/reference/interoperability.md'
	@echo "make openssh        run OpenSSH's own tests with our UMAC (a few minutes)"
	@echo 'make soak           compare the library with every peer on a million random cases, also with sanitizers (half an hour)'
	@echo 'make fuzz MINUTES=5 run all fuzz targets, with sanitizers'
	@echo 'make wheels         build the source distribution and the wheels for four targets in dist/'
	@echo 'make try-wheels     test the wheels in clean environments: oldest and newest Python, musl, emulated arm64'
	@echo 'make deb            build the Debian packages in build/deb and test them'
	@echo 'make release-check  run all checks before a release, including the last three targets (half an hour)'
	@echo 'make clean          remove all build results'

# CHECK holds arguments for `wirerate check`: make report CHECK='hmac-sha256 --link 25G'
report: $(VENV)/installed
	@scripts/report $(CHECK)

# Tests need other extras than `make report`, so they start from the bare environment.
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
	@echo 'For kernels compared with peers and with their theoretical limits, run: bench/kernels/run'

docs: $(VENV)/installed
	@$(bin)/python scripts/reference.py
	@$(bin)/python scripts/command_reference.py
	@$(bin)/python scripts/python_reference.py
	@$(bin)/python scripts/examples.py
	@$(bin)/python scripts/ecc_slides.py docs/reference/ecc-slides.md

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

# Programs of other Debian releases are unpacked into the user's cache and not installed.
matrix:
	@scripts/environment --bare
	@if [ '$(SETUP)' != 0 ]; then scripts/setup-test; fi
	@$(bin)/pip install --quiet --no-deps .
	@$(bin)/python -m tests.interop docs/reference/interoperability.md

# The source package is built in the user's cache. SUITE is the Debian release it comes from.
openssh: SUITE ?= trixie
openssh:
	@scripts/environment --bare
	@if [ '$(SETUP)' != 0 ]; then scripts/setup-test; fi
	@$(bin)/pip install --quiet --no-deps .
	@$(bin)/python -m tests.interop.regress $(SUITE)

# The target's folder in scripts/, which is also the option of setup-test.
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
