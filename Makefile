# Two commands are enough: `make demo` plays a whole game on a simulated table, `make test` proves everything.
# Arguments for the demo: make demo ARGS="--seed 7 --speed 0 --mute"; --ears prints what only one seat hears too

.PHONY: demo test check release-check fix bench fuzz mutate clean

demo:
	@scripts/setup demo
	@.venv/bin/fingerpost demo --aloud $(ARGS)

test:
	@scripts/setup test
	@scripts/check
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

fuzz:
	@scripts/setup test
	@.venv/bin/python -c 'import atheris' 2>/dev/null || .venv/bin/python -m pip install --quiet atheris
	@.venv/bin/python -m tests.fuzz $(ARGS)

mutate:
	@scripts/setup test
	@scripts/mutate $(ARGS)

clean:
	rm -rf .venv build out .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache *.egg-info
