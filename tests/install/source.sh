#!/bin/sh
# In a fresh system without a network, but with python3-venv and the wheels: the script builds the packages and installs
# them, in another folder, time zone and umask than the given ones were built in: they have the same bytes. There is no
# git, no make and no compiler.
set -eu
cd /packages
. ./common.sh

export PIP_NO_INDEX=1
began=$(date +%s)
day=$(dpkg-deb --fsys-tarfile "$PACKAGE" | tar -xO ./usr/share/doc/fingerpost/changelog.gz | zcat | sed -n 's/^ -- .*>  //p')
(
  umask 077
  quietly env TZ=Pacific/Apia SOURCE_DATE_EPOCH="$(date -d "$day" +%s)" bash source/deploy/install.sh --from-source
)
[ "$(state)" = installed ] && [ -z "$(changed)" ] || fail "it is $(state), changed: $(changed)"
[ "$(dpkg-query -W -f '${db:Status-Status}' fingerpost-vision)" = installed ] || fail "the camera's package did not come along"
quietly fingerpost demo --speed 0 --mute --seed 7 --turns 2
ok "built from its source, installed as $(version) and played in $(($(date +%s) - began)) s"

compiled() { dpkg-deb --fsys-tarfile "$1" | tar -xO ./opt/fingerpost/pyvenv.cfg | sed -n 's/^version = //p'; }
but_bytecode() {  # but_bytecode FILE FOLDER: what is in a package, without what the release of a Python decides
  dpkg-deb -R "$1" "$2"
  find "$2" -name __pycache__ -prune -exec rm -rf {} +
  find "$2" \( -name RECORD -o -name md5sums -o -name pyvenv.cfg \) -delete
  sed -i '/^Installed-Size/d' "$2/DEBIAN/control"
}
ours=$(compiled "$PACKAGE") here=$(compiled "source/dist/$PACKAGE")
for given in "$PACKAGE" "$VISION"; do
  if [ "$ours" = "$here" ]; then
    cmp "$given" "source/dist/$given" || fail "$given has other bytes"
  else
    rm -rf given built
    but_bytecode "$given" given
    but_bytecode "source/dist/$given" built
    diff -r given built || fail "$given has other files"
  fi
done
if [ "$ours" = "$here" ]; then
  ok "both packages have the bytes of those that were given"
else
  ok "both packages have the files of those that were given; but for bytecode, theirs is of Python $ours, here it is $here"
fi
