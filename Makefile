# Two commands are enough: `make demo` plays a whole game on a simulated table, `make test` proves everything.
# Arguments for the demo: make demo ARGS="--seed 7 --speed 0 --mute"; --ears prints what only one seat hears too

# page-looks: every page of the table in every way of looking and every width; page-games: a whole starter map by
# keyboard, with scripts and without; test-orca: Orca reads the page on a screen that nobody sees; some minutes each
.PHONY: demo demo-club test checked tested check release-check test-brokers fix bench page-looks page-games page-pictures test-orca fuzz mutate test-print deb wheels pip pip-compiled apt-repo lock site release test-wheel test-install test-arm64 clean

demo:
	@scripts/setup demo
	@.venv/bin/fingerpost demo --aloud $(ARGS)

demo-club:
	@scripts/setup demo
	@.venv/bin/python -m lab.club_evening $(ARGS)

# What a tool checks takes one core for a minute, what is run waits at times for real programs: both at once.
test:
	@scripts/setup test
	@$(MAKE) --no-print-directory --jobs 2 checked tested

checked:
	@scripts/check

tested:
	@scripts/test

check:
	@scripts/setup test
	@scripts/check

release-check:
	@scripts/setup test
	@scripts/release-check

fix:
	@scripts/setup test
	@scripts/fix

bench:
	@scripts/setup test
	@scripts/bench

test-brokers:
	@scripts/setup test
	@.venv/bin/python -m scripts.brokers $(ARGS)

page-looks:
	@scripts/setup test
	@PAGE_LOOKS=all .venv/bin/python -m pytest -n 0 --timeout 0 -q tests/web/test_every_address.py $(ARGS)

page-games:
	@scripts/setup test
	@PAGE_GAMES=long .venv/bin/python -m pytest -n 0 --timeout 0 -q tests/web/test_a_game_by_keyboard.py $(ARGS)

page-pictures:
	@scripts/setup test
	@.venv/bin/python -m tests.web.pictures

test-orca:
	@scripts/setup test
	@.venv/bin/python -m scripts.heard_by_orca

test-wheel:
	@scripts/test-wheel

# Each builds what it installs; a part of it again, without a build: ONLY=booted scripts/test-install
test-install: wheels deb
	@scripts/test-install $(if $(SUITE),--suite $(SUITE))

test-arm64: wheels deb
	@scripts/deb --arch arm64 $(if $(SUITE),--suite $(SUITE)) $(if $(WHEELS),--wheels $(WHEELS))
	@scripts/test-install --arch arm64 $(if $(SUITE),--suite $(SUITE))

test-print:
	@scripts/setup test
	@command -v admesh >/dev/null || { echo 'make test-print: admesh is missing; apt install admesh' >&2; exit 1; }
	@.venv/bin/python -m benchmarks.print_crossing $(ARGS)

fuzz:
	@scripts/setup test
	@.venv/bin/python -c 'import atheris' 2>/dev/null || .venv/bin/python -m pip install --quiet atheris
	@.venv/bin/python -m tests.fuzz $(ARGS)

mutate:
	@scripts/setup test
	@scripts/mutate $(ARGS)

deb:
	@scripts/deb $(if $(SUITE),--suite $(SUITE)) $(if $(ARCH),--arch $(ARCH)) $(if $(WHEELS),--wheels $(WHEELS))

wheels:
	@scripts/deb --fetch $(if $(WHEELS),--wheels $(WHEELS))

pip:
	@scripts/deb --pip

# Beside it the wheel of this Python and this processor, with the rules as machine code: pip takes it where it fits
pip-compiled:
	@scripts/setup test
	@.venv/bin/python -m scripts.packaging --pip --compiled

apt-repo:
	@scripts/apt-repo $(KEY)

site:
	@scripts/setup test
	@.venv/bin/python -m scripts.site

release:
	@scripts/setup test
	@scripts/release $(if $(KEY),--key $(KEY))

lock:
	@scripts/setup test
	@scripts/lock

clean:
	rm -rf .venv build dist out .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache *.egg-info
