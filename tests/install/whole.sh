#!/bin/sh
# In a fresh system without a network: the package's whole life. Each step says "ok: …"; the first that fails ends it.
set -eu
cd /packages
. ./common.sh

everything() { find / -xdev -not -path '/packages*' -not -path '/proc*' | sort; }

# --- install
everything >before
used=$(du -sxk / | cut -f1)
began=$(date +%s)
quietly apt-get install -y -q "/packages/$VISION" "/packages/$PACKAGE"
ok "installed $(version) in $(($(date +%s) - began)) s; $((($(du -sxk / | cut -f1) - used) / 1024)) MB more"
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

# --- an upgrade leaves an edited config alone, and packs the way back
printf '# mine\n' >>/etc/fingerpost/table.toml
runuser -u fingerpost -- touch /var/lib/fingerpost/a-game
quietly dpkg -i "$(another "0.1.1$END")"
[ "$(version)" = 0.1.1$END ] || fail "it is $(version)"
grep -q '^# mine' /etc/fingerpost/table.toml || fail "the config was replaced"
[ "$(dpkg-deb -f /var/cache/fingerpost/former.deb Version)" != 0.1.1$END ] || fail "the way back is the new one"
dpkg-deb -c /var/cache/fingerpost/former.deb >log
grep -q 'lib/systemd/system/fingerpost.service$' log || fail "the way back leaves the unit behind"
! grep -q '^l.* \./lib ' log || fail "the way back takes /lib for the package's own"
ok "upgraded to $(version); the config is as edited; the way back leads to $(dpkg-deb -f /var/cache/fingerpost/former.deb Version)"

# --- broken off at many moments, and done again
for moment in $(seq 1 "${MOMENTS:-20}"); do
  next=$(another "0.1.1.$moment$END")
  (dpkg -i "$next" </dev/null >/dev/null 2>&1) &
  dpkg=$!
  sleep "$(awk "BEGIN { print $moment * 0.15 }")"
  for child in /proc/[0-9]*; do
    case $(cat "$child/comm" 2>/dev/null) in
      dpkg* | postinst | preinst | *.postinst | *.preinst | tar) kill -KILL "${child#/proc/}" 2>/dev/null || true ;;
    esac
  done
  wait $dpkg || true
  { dpkg --configure -a && apt-get -f -y install; } </dev/null >log 2>&1 || true
  [ "$(state)" = installed ] || dpkg -i "$next" </dev/null >log 2>&1 || { cat log; fail "after moment $moment"; }
  [ -z "$(changed)" ] || fail "after moment $moment: $(changed)"
  fingerpost --version >/dev/null || fail "after moment $moment it does not run"
  rm "$next"
done
grep -q '^# mine' /etc/fingerpost/table.toml || fail "the config was lost on the way"
quietly dpkg -i "$(another "0.1.2$END")"
ok "broken off at ${MOMENTS:-20} moments, each time mended"

# --- a release that does not start goes back by itself
install -m 0755 /packages/systemctl.sh /usr/local/bin/systemctl
cp -a /etc/fingerpost/table.toml table.before
quietly dpkg -i "$(another "0.1.3$END" $MAIN)"
: >/var/cache/fingerpost/unproven
fingerpost --version >/dev/null 2>&1 && fail "the broken release is not broken"
code=0
/usr/libexec/fingerpost-helper settle >log 2>&1 || code=$?
[ "$code" = 1 ] || { cat log; fail "the way back ended with $code"; }
[ "$(version)" = 0.1.2$END ] || fail "back at $(version)"
[ -z "$(changed)" ] || fail "the former one is not whole: $(changed)"
grep -qx 0.1.3 /var/lib/fingerpost/refused || fail "the broken release is not noted"
cmp -s table.before /etc/fingerpost/table.toml || fail "the way back changed the config"
[ ! -L /lib ] || [ -d /usr/lib/systemd/system ] || fail "/lib is no link any more"
quietly fingerpost demo --speed 0 --mute --seed 7 --turns 2
ok "0.1.3 did not start; $(version) is back, and the config is as it was"
quietly dpkg -i "$(another "0.1.4$END")"
grep -q '^# mine' /etc/fingerpost/table.toml || fail "after the way back an upgrade replaced the config"
code=0
/usr/libexec/fingerpost-helper settle >log 2>&1 || code=$?
[ "$code" = 0 ] && [ ! -e /var/cache/fingerpost/unproven ] || { cat log; fail "a good release is not proven"; }
ok "the next release is taken, proven and keeps the config"
rm /usr/local/bin/systemctl

# --- remove keeps, purge leaves nothing
quietly apt-get remove -y -q fingerpost
[ -e /etc/fingerpost/table.toml ] && [ -e /var/lib/fingerpost/a-game ] || fail "remove took config or games"
ok "removed; config and games are there"
quietly apt-get purge -y -q fingerpost fingerpost-vision
everything >after
left=$(diff before after | grep '^>' | grep -v -E ' /(var/(cache|log|lib/(apt|dpkg|systemd))|run|tmp|root|dev|sys)(/|$)|/etc/(passwd|group|shadow|gshadow|subuid|subgid)-$' || true)
[ -z "$left" ] || fail "purge left $left"
find / -xdev -iname '*fingerpost*' -not -path '/packages*' -not -path '/proc/*' -not -path '/var/log/*' | grep . && fail "purge left these"
! getent passwd fingerpost && ! getent group fingerpost || fail "purge left the user"
ok "purged; nothing is left"
