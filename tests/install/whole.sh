#!/bin/sh
# In a fresh system without a network: the package's whole life. Each step says "ok: …"; the first that fails ends it.
set -eu
cd /packages
. ./common.sh
. ./way_back.sh

everything() { find / -xdev -not -path '/packages*' -not -path '/proc*' | sort; }
nothing_left() {
  everything >after
  left=$(diff before after | grep '^>' | grep -v -E ' /(var/(cache|log|lib/(apt|dpkg|systemd))|run|tmp|root|dev|sys)(/|$)|/etc/(passwd|group|shadow|gshadow|subuid|subgid)-$' || true)
  [ -z "$left" ] || fail "purge left $left"
  ! find / -xdev -iname '*fingerpost*' -not -path '/packages*' -not -path '/proc/*' -not -path '/var/log/*' | grep . || fail "purge left these"
  ! getent passwd fingerpost && ! getent group fingerpost || fail "purge left the user"
}

# --- install
everything >before
used=$(du -sxk / | cut -f1)
began=$(date +%s)
quietly apt-get install -y -q "/packages/$VISION" "/packages/$PACKAGE"
took=$(($(date +%s) - began)) more=$((($(du -sxk / | cut -f1) - used) / 1024))
ok "installed $(version) in $took s; $more MB more"
[ "$took" -le 300 ] && [ "$more" -le 450 ] || fail "5 minutes and 450 MB are allowed"
quietly /opt/fingerpost/bin/python record.py
[ -z "$(dpkg -V fingerpost fingerpost-vision)" ] || fail "files are not as the package says: $(dpkg -V fingerpost)"
[ -L /etc/systemd/system/multi-user.target.wants/fingerpost.service ] || fail "the service is not enabled"
[ "$(stat -c %U /var/lib/fingerpost)" = fingerpost ] || fail "the games' folder is not the table's"
id -nG fingerpost | tr ' ' '\n' | grep -qx dialout || fail "the table may not use the hub"
systemd-analyze verify fingerpost.service fingerpost-helper.path fingerpost-prove.service >log 2>&1 || { cat log; fail "units"; }
grep -v -i "man\|documentation" log | grep -q fingerpost && { cat log; fail "units have warnings"; }
ok "units are well; user, groups, folders, links are there"

# --- it runs
code=0
fingerpost doctor --mute </dev/null >doctor.txt 2>doctor.err || code=$?
[ "$code" -le 1 ] && grep -q '^ok' doctor.txt || { cat doctor.err; fail "doctor ends with $code"; }
grep -E '^missing' doctor.txt | sed 's/^/    doctor says /'
quietly fingerpost demo --speed 0 --mute --seed 7
ok "doctor and a whole game"
quietly python3 /packages/ready.py
ok "$(cat log)"

# --- the root read-only, the games' folder on a partition of its own; then that one read-only as well
for wanted in kept said; do
  quietly unshare --mount --propagation unchanged sh -euc '
    mount --rbind / /mnt
    mount -o remount,bind,ro /mnt
    mount --bind /var/lib/fingerpost /mnt/var/lib/fingerpost
    [ "$1" = kept ] || mount -o remount,bind,ro /mnt/var/lib/fingerpost
    exec chroot /mnt python3 /packages/read_only.py "$1"' read-only "$wanted"
  ok "$(tail -n 1 log)"
done

quietly python3 /packages/midgame.py
ok "$(tail -n 1 log)"
quietly dpkg -i "$PACKAGE"
[ -z "$(changed)" ] || fail "not mended: $(changed)"

# --- an upgrade, and broken off at many moments of it: mended by the two commands that the documents tell
upgraded
export APT_CONFIG=/packages/served.conf
served "$(another "0.1.1.0$END")"
began=$(date +%s%N)
quietly apt-get install -y -q fingerpost
took=$((($(date +%s%N) - began) / 1000000))
killed() {  # all of the upgrade, as by a power cut; 1: nothing of it lives. One that waits for the disk goes later
  living=1
  for child in /proc/[0-9]*; do
    case $(cat "$child/comm" 2>/dev/null) in
      apt-get | dpkg* | preinst | postinst | *.preinst | *.postinst | tar | md5sum)
        kill -KILL "${child#/proc/}" 2>/dev/null || true
        ! grep -q '^State:[[:space:]]*[^Z[:space:]]' "$child/status" 2>/dev/null || living=0 ;;
    esac
  done
  return $living
}
for moment in $(seq 1 "${MOMENTS:-20}"); do
  served "$(another "0.1.1.$moment$END")"
  (apt-get install -y -q fingerpost </dev/null >/dev/null 2>&1) &
  upgrade=$!
  sleep "$(awk "BEGIN { print $took / 1000 * $moment / (${MOMENTS:-20} + 1) }")"
  while killed; do sleep 0.1; done
  wait $upgrade || true
  # Between two of its notes dpkg wants all of it anew, and neither of both will: then the third does (docs/install.md).
  dpkg --configure -a >/dev/null 2>&1 || true
  apt-get -f -y install >/dev/null 2>&1 || quietly apt-get install --reinstall -y -q fingerpost
  [ "$(state)" = installed ] || fail "after moment $moment it is $(state)"
  [ -z "$(changed)" ] || fail "after moment $moment: $(changed)"
  fingerpost --version >/dev/null || fail "after moment $moment it does not run"
done
unset APT_CONFIG
grep -q '^# mine' /etc/fingerpost/table.toml || fail "the config was lost on the way"
quietly dpkg -i "$(another "0.1.2$END")"
ok "broken off at ${MOMENTS:-20} moments of an upgrade of $took ms, each time mended"

goes_back

# --- remove keeps, purge leaves nothing
quietly apt-get remove -y -q fingerpost
[ -e /etc/fingerpost/table.toml ] && [ -e /var/lib/fingerpost/a-game ] || fail "remove took config or games"
ok "removed; config and games are there"
quietly apt-get purge -y -q fingerpost fingerpost-vision
nothing_left
ok "purged; nothing is left"

# --- what the script of before the packages left goes aside; its config and its games stay
mkdir -p /opt/fingerpost/bin /etc/fingerpost /etc/systemd/system /etc/udev/rules.d /var/lib/fingerpost/games
printf 'home = /usr/bin\ncommand = /usr/bin/python3 -m venv /opt/fingerpost\n' >/opt/fingerpost/pyvenv.cfg
for old in /opt/fingerpost/bin/fingerpost /etc/systemd/system/fingerpost.service /etc/udev/rules.d/99-fingerpost.rules; do
  printf '# of the script\n' >"$old"
done
ln -s /opt/fingerpost/bin/fingerpost /usr/local/bin/fingerpost
dpkg-deb --fsys-tarfile "$PACKAGE" | tar -xO ./etc/fingerpost/table.toml >/etc/fingerpost/table.toml
printf '# of the script\n' >>/etc/fingerpost/table.toml
: >/var/lib/fingerpost/games/of-the-script
quietly dpkg -i "$PACKAGE"
for name in opt-fingerpost/bin/fingerpost fingerpost.service 99-fingerpost.rules; do
  grep -q '^# of the script' "/var/lib/fingerpost/before-package/$name" || fail "$name did not go aside"
done
[ -L /var/lib/fingerpost/before-package/fingerpost ] && [ ! -L /usr/local/bin/fingerpost ] || fail "its command did not go aside"
grep -q '^# of the script' /etc/fingerpost/table.toml || fail "its config was replaced"
[ -e /var/lib/fingerpost/games/of-the-script ] && [ -z "$(changed)" ] || fail "games are gone, or changed: $(changed)"
quietly fingerpost demo --speed 0 --mute --seed 7 --turns 2
quietly apt-get purge -y -q fingerpost
nothing_left
ok "what the script left went aside, its config and games stayed; purged, nothing is left"
