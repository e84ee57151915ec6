#!/bin/sh
# In a fresh system of another machine, by emulation: an upgrade, a release that does not start, taken away.
set -eu
cd /packages
. ./common.sh
. ./way_back.sh

quietly apt-get install -y -q "/packages/$VISION" "/packages/$PACKAGE"
ok "installed $(version) for $(dpkg --print-architecture)"
upgraded
quietly dpkg -i "$(another "0.1.2$END")"
goes_back
quietly apt-get purge -y -q fingerpost
! find / -xdev -iname '*fingerpost*' -not -path '/packages*' -not -path '/opt/fingerpost/lib*' -not -path '/proc/*' -not -path '/var/log/*' |
  grep -v vision | grep -v '^/opt/fingerpost$' || fail "purge left these"
ok "purged"
