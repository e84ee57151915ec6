#!/bin/sh
# In a fresh system of another machine, by emulation: the package installs, plays, sees, and its quick tests pass.
set -eu
cd /packages
export DEBIAN_FRONTEND=noninteractive
fail() { printf 'FAILED: %s\n' "$*" >&2; exit 1; }

began=$(date +%s)
apt-get install -y -q /packages/fingerpost-vision_*.deb /packages/fingerpost_*.deb </dev/null >/packages/install.log 2>&1 ||
  { tail -n 20 /packages/install.log >&2; exit 1; }
echo "ok: installed in $(($(date +%s) - began)) s"
fingerpost --version
began=$(date +%s)
fingerpost demo --speed 0 --mute --seed 7 --turns 6 </dev/null >demo.txt 2>&1 || { tail -n 20 demo.txt; fail "the demo"; }
tail -n 3 demo.txt
echo "ok: six turns in $(($(date +%s) - began)) s, in emulation on $(uname -m)"
/opt/fingerpost/bin/python figures.py
if [ -d tests ]; then
  PYTHONPATH=/packages/pytest /opt/fingerpost/bin/python -m pytest -p no:cacheprovider -c pyproject.toml --rootdir . \
    tests/engine/test_rules_*.py tests/tabletop >tests.txt 2>&1 || { tail -n 30 tests.txt; fail "the quick tests"; }
  echo "ok: quick tests: $(tail -n 1 tests.txt)"
fi
