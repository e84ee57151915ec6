#!/bin/sh
# In a fresh system that has booted, without a network: the table under systemd itself, with a hub that is played.
# Each step says "ok: …"; the first that fails ends it. At the end the table switches the machine off.
set -eu
cd /packages
. ./common.sh

pid() { systemctl show --property MainPID --value fingerpost.service; }
told() { sed -n "s/.*\"$1\": \"\\{0,1\\}\\([^\",}]*\\).*/\\1/p" /run/fingerpost/state.json 2>/dev/null || true; }
is() { [ "$(told "$1")" = "$2" ]; }
active() { systemctl --quiet is-active fingerpost.service; }
is_anew() { active && [ "$(pid)" != "$1" ]; }
within() {  # within SECONDS COMMAND…
  left=$1
  shift
  until "$@"; do
    left=$((left - 1))
    if [ "$left" -le 0 ]; then
      journalctl --no-pager -n 40 -u fingerpost -u fingerpost-helper
      fail "in all that time not: $*"
    fi
    sleep 1
  done
}
played() {  # played SET-UP (true or false): a table with a hub, whose words go into a folder
  cat >/etc/fingerpost/table.toml <<TABLE
[game]
map = "usa"
edition = "us-accessible"
cards = "dealt"
set_up = $1
$([ "$1" = true ] || echo 'seats = ["blue", "red"]')
[hub]
port = "/dev/fingerpost-hub"
[speech]
wav = "/var/lib/fingerpost/words"
[page]
port = 8123
TABLE
  systemctl restart fingerpost.service
}
page() { /opt/fingerpost/bin/python -c 'import urllib.request as u; print(u.urlopen("http://127.0.0.1:8123/", timeout=20).status)'; }

# --- it starts by itself
quietly apt-get install -y -q "/packages/$VISION" "/packages/$PACKAGE"
within 60 active
began=$(systemctl show --property ExecMainStartTimestampMonotonic --value fingerpost.service)
ready=$(systemctl show --property ActiveEnterTimestampMonotonic --value fingerpost.service)
spent=$(awk '{ print ($14 + $15) * 10 }' "/proc/$(pid)/stat")
# What else runs on the machine makes it late; what it does itself is its own.
[ "$spent" -le 5000 ] || fail "its start took $spent ms of processor time"
ok "started by systemd as it was installed; ready after $(((ready - began) / 1000)) ms, $spent ms of processor time"

# --- a game with a hub; a table that is well is told nothing else
tail -f /dev/null | /opt/fingerpost/bin/python -m lab.hub.hub_server --channels 144 --link /dev/fingerpost-hub >hub.log &
within 20 test -e /dev/fingerpost-hub
chgrp dialout "$(readlink -f /dev/fingerpost-hub)"
chmod 0660 "$(readlink -f /dev/fingerpost-hub)"
played false
within 60 is phase game
fingerpost doctor --mute --json >doctor.json 2>log || { cat doctor.json; fail "the doctor finds faults in a table that is well"; }
grep -q '"id": "hub", "ok": null' doctor.json || { cat doctor.json; fail "the doctor looked at a hub that is in use"; }
ok "a game is played; the doctor finds nothing amiss"

# --- somebody else of the machine: a game of his own, and no false fault; what root does stays the table's
useradd --create-home anna
quietly runuser -u anna -- fingerpost doctor --mute
grep -q '^skipped store: it is the table' log || { cat log; fail "the doctor looked at a store that is closed to anna"; }
cd /home/anna
echo ':stop' | runuser -u anna -- fingerpost play --keyboard --mute --cards dealt --seats 2 --bots red --new >/packages/log 2>&1 ||
  { cat /packages/log; fail "anna cannot play"; }
cd /packages
grep -q "your games are kept in /home/anna/.local/state/fingerpost/games" log || { cat log; fail "anna is not told where her games are"; }
[ -s /home/anna/.local/state/fingerpost/games/game-0001.fingerpost ] || fail "anna's game was not kept"
quietly runuser -u anna -- fingerpost replay 1
systemctl stop fingerpost.service
echo ':stop' | fingerpost play --keyboard --mute --seats 2 --new >log 2>&1 || { cat log; fail "root cannot play"; }
[ -z "$(find /var/lib/fingerpost -user root)" ] || fail "root's files among the table's: $(find /var/lib/fingerpost -user root)"
played false
within 60 is phase game
quietly fingerpost doctor --mute
ok "anna has a game of her own; what root played the table goes on with"

# --- a mistake in the table's file: said at once and then each minute, and between that nothing is tried
sed -i 's/^map = /mapp = /' /etc/fingerpost/table.toml
rm -f /run/fingerpost/cannot-start
! systemctl restart fingerpost.service 2>log || fail "it starts with a mistake in its file"
[ -e /run/fingerpost/cannot-start ] || { journalctl --no-pager -n 20 -u fingerpost; fail "nobody hears that it cannot start"; }
is phase starting || fail "it says to be in the phase $(told phase)"
sleep 25
restarts=$(systemctl show --property NRestarts --value fingerpost.service)
[ "$restarts" -le 3 ] || fail "it was started $restarts times in 25 s"
played false
within 60 is phase game
ok "a mistake in its file is said, and tried $restarts times in 25 s; corrected, the game goes on"

# --- an upgrade in mid-game: the same process goes on; the machine knows that one waits
one=$(pid) game=$(told game)
quietly dpkg -i "$(another "0.1.1$END")"
within 20 is waiting 0.1.1
sleep 10
[ "$(pid)" = "$one" ] && is phase game && is game "$game" && [ "$(page)" = 200 ] || fail "the upgrade came into the game"
ok "0.1.1 was installed in mid-game; the game, its process and its page went on"

# --- the power fails a process: the game is there again
act=$(told act)
kill -KILL "$one"
within 60 is_anew "$one"
within 60 is game "$game"
[ "$(told act)" -ge "$act" ] || fail "the game came back at act $(told act), not $act"
ok "killed, it came back by itself with $game at act $act"

# --- between games a newer one is taken by itself, a broken one goes back by itself
played true
within 60 is phase set-up
one=$(pid)
quietly dpkg -i "$(another "0.1.2$END")"
[ "$(pid)" = "$one" ] || fail "the upgrade did not wait"
within 240 is_anew "$one"
within 60 test ! -e /var/cache/fingerpost/unproven
[ "$(version)" = 0.1.2$END ] || fail "it is $(version)"
ok "0.1.2 was started by itself two minutes after the last press"
quietly dpkg -i "$(another "0.1.3$END" $MAIN)"
within 400 test -e /var/lib/fingerpost/refused
grep -qx 0.1.3 /var/lib/fingerpost/refused || fail "the broken release is not noted"
within 60 active
[ "$(version)" = 0.1.2$END ] && [ -z "$(changed)" ] || fail "back at $(version), changed: $(changed)"
ok "0.1.3 did not start; by itself 0.1.2 is back and runs"

# --- the whole table to another card
quietly fingerpost backup /packages/table.tar
[ "$(stat -c %a /packages/table.tar)" = 600 ] || fail "anybody may read the backup"
quietly apt-get purge -y -q fingerpost
quietly dpkg -i "$PACKAGE"
within 60 active
quietly fingerpost restore /packages/table.tar
[ "$(stat -c %U "/var/lib/fingerpost/games/$game.fingerpost")" = fingerpost ] || fail "the game is not the table's"
grep -q 'port = 8123' /etc/fingerpost/table.toml || fail "the config did not come back"
quietly fingerpost transcript "/var/lib/fingerpost/games/$game.fingerpost"
ok "backed up, purged, installed anew, restored: $game is there"

quietly python3 -m tests.install.planted
ok "$(tail -n 1 log)"

# --- off
ok "now the table switches the machine off"
runuser -u fingerpost -- sh -c 'echo power-off >/run/fingerpost/wish'
sleep 60
fail "it is still on"
