#!/bin/sh
# In a fresh system of this machine: the same figures by the same emulator, so that it does not count.
set -eu
cd /packages
dpkg -i fingerpost-vision_*.deb fingerpost_*.deb >/packages/install.log 2>&1 || { tail -n 20 install.log >&2; exit 1; }
./qemu-x86_64-static -0 /opt/fingerpost/bin/python /usr/bin/python3 figures.py
