#!/bin/sh
# In a fresh system of another machine, by emulation: the package installs and plays.
set -eu
cd /packages
export DEBIAN_FRONTEND=noninteractive
apt-get install -y -q /packages/fingerpost-vision_*.deb /packages/fingerpost_*.deb </dev/null >/packages/install.log 2>&1 ||
  { tail -n 20 /packages/install.log >&2; exit 1; }
fingerpost --version
date +%s >/packages/began
fingerpost demo --speed 0 --mute --seed 7 --turns 6 </dev/null | tail -n 3
echo "ok: six turns in $(($(date +%s) - $(cat /packages/began))) s, in emulation on $(uname -m)"
