#!/bin/sh
# In a fresh system without a network: the script installs from the repository on a stick; later a newer one is on it.
set -eu
cd /packages
. ./common.sh

STICK='/media/A stick'
on_the_stick() { rm -rf "$STICK/apt" && mkdir -p "$STICK" && cp -r "$1" "$STICK/apt"; }
upgrade() {  # upgrade CODE WORDS OPTION…: how it ends and what it says
  wanted=$1 words=$2 code=0
  shift 2
  fingerpost upgrade "$@" </dev/null >log 2>&1 || code=$?
  [ "$code" = "$wanted" ] && grep -q "$words" log || { cat log; fail "upgrade $* ended with $code, not $wanted: $words"; }
}

on_the_stick one
quietly bash deploy/install.sh --repository "$STICK/apt"
one=$(version)
[ "$(dpkg-query -W -f '${db:Status-Status}' fingerpost-vision)" = installed ] || fail "the camera's package did not come along"
upgrade 0 'is the newest' --check
ok "installed $one from a stick, without a network, and what it recommends"

suite=$(. /etc/os-release && echo "$VERSION_CODENAME")
for served in bookworm trixie; do
  grep -qx "Suites: $served" "$STICK/apt/fingerpost-$served.sources" || fail "$served has no sources of its own"
done
apt-cache madison fingerpost >log
grep -q " $(version) " log || { cat log; fail "apt does not know what it has installed"; }
! grep -q '9\.9' log || { cat log; fail "the other suite's packages are offered"; }
sed "s#^URIs: .*#URIs: file:/media/A%20stick/apt#" "$STICK/apt/fingerpost-$suite.sources" >/etc/apt/sources.list.d/fingerpost.sources
ok "each suite has its own sources and packages, in one repository"

on_the_stick two
upgrade 1 '0.1.1 is there' --check
[ "$(version)" = "$one" ] || fail "to look has changed something"
upgrade 0 '0.1.1'
[ "$(version)" = "0.1.1$END" ] || fail "it is $(version)"
ok "upgraded to $(version) from the stick"

on_the_stick three
rm "$STICK"/apt/dists/*/InRelease "$STICK"/apt/dists/*/Release.gpg
upgrade 1 'cannot be reached'
on_the_stick strangers
upgrade 1 'cannot be reached'
[ "$(version)" = "0.1.1$END" ] || fail "a package that nobody has signed was taken"
ok "a repository without a signature, or signed by a stranger, is not taken"
