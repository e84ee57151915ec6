#!/usr/bin/env bash
# Put Fingerpost on this machine as a service: Debian 12 or newer, Raspberry Pi OS bookworm or newer.
# Each step is said before it is done, and a second run changes nothing that is right already.
set -euo pipefail
umask 022

readonly PREFIX=/opt/fingerpost
readonly ETC=/etc/fingerpost
readonly STATE=/var/lib/fingerpost
readonly OWNER=fingerpost
readonly UNIT=/etc/systemd/system/fingerpost.service
readonly RULES=/etc/udev/rules.d/99-fingerpost.rules
readonly BROKER=/etc/mosquitto/conf.d/fingerpost.conf
readonly COMMAND=/usr/local/bin/fingerpost
HERE=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
readonly HERE
SOURCE=$(dirname "$HERE")
readonly SOURCE

dry_run=no
broker=no
action=install

usage() {
  cat <<'TEXT'
usage: deploy/install.sh [--dry-run] [--broker] [--uninstall | --purge]
  --dry-run    say every step and do none; needs no root
  --broker     install Mosquitto too, listening on this machine only (the game needs no broker)
  --uninstall  take everything away but the games and the config
  --purge      take those away too
TEXT
}

say() { printf '%s\n' "$*"; }
stop() { printf 'install.sh: %s\n' "$*" >&2; exit 2; }

# step "what and why" command…: says it, then does it.
step() {
  say "- $1"
  shift
  if [ "$dry_run" = yes ]; then
    printf '    %s\n' "$*"
  else
    "$@"
  fi
}

have() { command -v "$1" >/dev/null 2>&1; }
with_systemd() { [ "$dry_run" = yes ] || [ -d /run/systemd/system ]; }

# The first of the system's Pythons that is new enough, or nothing. One from somebody's home would not do:
# the service may not look into homes.
find_python() {
  local path
  for path in /usr/bin/python3 /usr/bin/python3.1? /usr/local/bin/python3; do
    if [ -x "$path" ] && "$path" -c 'import sys; raise SystemExit(sys.version_info < (3, 11))' 2>/dev/null; then
      printf '%s\n' "$path"
      return
    fi
  done
}

install_packages() {
  local packages=(python3-venv espeak-ng alsa-utils)
  [ "$broker" = yes ] && packages+=(mosquitto)
  have apt-get || stop "apt-get is not there; this script knows Debian and Raspberry Pi OS only"
  step "Ask the system's archive what there is (without a network: as last known)" \
    sh -c 'apt-get update -q || true'
  # lgpio has no wheel for Python 3.13 and newer; Raspberry Pi's archive has it, Debian's own has not.
  if [ "$newer_python" = yes ] && have apt-cache; then
    if [ -n "$(apt-cache search --names-only '^python3-lgpio$' 2>/dev/null)" ]; then
      packages+=(python3-lgpio)
    else
      say "- This archive has no python3-lgpio: pins, buttons and lamps straight on a Pi need Raspberry Pi OS; a hub does not"
    fi
  fi
  step "Install from the system's packages: ${packages[*]}" \
    env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends "${packages[@]}"
}

make_owner() {
  if ! getent passwd "$OWNER" >/dev/null; then
    step "Make the user $OWNER, who cannot log in and owns only the games" \
      useradd --system --user-group --home-dir "$STATE" --no-create-home --shell /usr/sbin/nologin "$OWNER"
  fi
  local group
  for group in dialout gpio video audio; do
    if getent group "$group" >/dev/null; then
      step "Let $OWNER use the devices of the group $group" usermod -aG "$group" "$OWNER"
    else
      say "- There is no group $group here; nothing to do for it"
    fi
  done
}

install_program() {
  local options=()
  [ "$newer_python" = yes ] && options+=(--system-site-packages)
  step "Make a Python environment in $PREFIX" "$python" -m venv "${options[@]}" "$PREFIX"
  step "Install what it stands on, each file known by its hash: vision, speech, the Pi's pins and the page" \
    "$PREFIX/bin/python" -m pip install --quiet --require-hashes -r "$HERE/requirements.lock"
  # Built from a copy: what an earlier build has left in the clone would be installed along with it.
  step "Build Fingerpost from a copy of $SOURCE, and install it" \
    sh -c 'copy=$(mktemp -d) && trap "find \"$copy\" -delete" EXIT &&
      tar -C "$1" --exclude=./build --exclude=./.venv --exclude=./.git --exclude="*.egg-info" -cf - . | tar -C "$copy" -xf - &&
      "$2" -m pip install --quiet --no-deps --no-build-isolation --force-reinstall "$copy"' \
    build "$SOURCE" "$PREFIX/bin/python"
  step "Make the command: $COMMAND" ln -sfn "$PREFIX/bin/fingerpost" "$COMMAND"
}

install_files() {
  step "Make the folder for the config: $ETC" install -d -m 0755 "$ETC"
  if [ -e "$ETC/table.toml" ]; then
    say "- $ETC/table.toml is there already and stays as it is"
  else
    step "Put an example config there: edit it for your table" \
      install -m 0644 "$HERE/table.toml" "$ETC/table.toml"
  fi
  step "Give the hub a stable name and keep modem programs away from it" \
    install -D -m 0644 "$HERE/99-fingerpost.rules" "$RULES"
  if have udevadm && [ -d /run/udev ]; then
    step "Let udev read its rules again" udevadm control --reload
    step "Apply them to what is plugged in" udevadm trigger --subsystem-match=tty
  fi
  if [ "$broker" = yes ]; then
    step "Tell Mosquitto to listen on this machine only" \
      install -D -m 0644 "$HERE/mosquitto/fingerpost.conf" "$BROKER"
    with_systemd && step "Start Mosquitto with it" systemctl restart mosquitto.service
  fi
  step "Install the service" install -D -m 0644 "$HERE/fingerpost.service" "$UNIT"
  if with_systemd; then
    step "Let systemd read its units again" systemctl daemon-reload
    step "Start the table at every power-on" systemctl enable --quiet fingerpost.service
    if systemctl is-active --quiet fingerpost.service 2>/dev/null; then
      step "Start the running table anew; its game goes on" systemctl restart fingerpost.service
    fi
  else
    say "- systemd does not run here: the service is installed but not enabled"
  fi
}

do_install() {
  python=$(find_python)
  [ -n "$python" ] || stop "no Python 3.11 or newer; install it with: apt-get install python3"
  newer_python=no
  "$python" -c 'import sys; raise SystemExit(sys.version_info < (3, 13))' && newer_python=yes
  say "Fingerpost comes from $SOURCE and goes to $PREFIX; its games to $STATE, its config to $ETC."
  install_packages
  make_owner
  install_program
  install_files
  say "Done. Edit $ETC/table.toml, then: fingerpost doctor --config $ETC/table.toml"
  say "Play now: sudo systemctl start fingerpost. What it says: journalctl -u fingerpost -f"
}

do_uninstall() {
  say "Fingerpost goes from this machine."
  if with_systemd && { [ -e "$UNIT" ] || [ "$dry_run" = yes ]; }; then
    step "Stop the table and its start at power-on" systemctl disable --now --quiet fingerpost.service
  fi
  step "Remove the service, the udev rule, the broker's settings, the command and the program" \
    rm -rf "$UNIT" "$RULES" "$BROKER" "$COMMAND" "$PREFIX"
  with_systemd && step "Let systemd read its units again" systemctl daemon-reload
  if [ "$action" = purge ]; then
    step "Remove the config and all games" rm -rf "$ETC" "$STATE"
    if getent passwd "$OWNER" >/dev/null; then
      step "Remove the user $OWNER" userdel "$OWNER"
    fi
    say "Done. Nothing of Fingerpost is left; the system's packages stay."
  else
    say "Done. The games in $STATE and the config in $ETC stay; --purge removes them."
  fi
}

while [ $# -gt 0 ]; do
  case $1 in
    --dry-run) dry_run=yes ;;
    --broker) broker=yes ;;
    --uninstall) action=uninstall ;;
    --purge) action=purge ;;
    -h | --help) usage; exit 0 ;;
    *) usage >&2; stop "unknown option $1" ;;
  esac
  shift
done

if [ "$dry_run" = no ] && [ "$(id -u)" -ne 0 ]; then
  stop "it changes the system, so run it as root: sudo deploy/install.sh (or see what it would do: --dry-run)"
fi
if [ "$dry_run" = yes ]; then
  say "Dry run: every step is said, none is done."
fi
case $action in
  install) do_install ;;
  uninstall | purge) do_uninstall ;;
esac
