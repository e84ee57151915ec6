#!/usr/bin/env bash
# Put Fingerpost on this machine as a service: Debian 12 or 13, Raspberry Pi OS bookworm or trixie. It adds the
# repository of its packages and installs them; each step is said before it is done, and a second run is an upgrade.
set -euo pipefail
umask 022

readonly KEY=/usr/share/keyrings/fingerpost.pgp
readonly SOURCES=/etc/apt/sources.list.d/fingerpost.sources
readonly ARCHIVES=/var/cache/apt/archives
readonly BROKER=/etc/mosquitto/conf.d/fingerpost.conf
HERE=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
readonly HERE
SOURCE=$(dirname "$HERE")
readonly SOURCE

dry_run=no
broker=no
from_source=no
repository=
first=no  # whether the repository is added now

usage() {
  cat <<'TEXT'
usage: deploy/install.sh [--repository URL | --from-source] [--broker] [--dry-run]
  --repository  where the packages are: https://…, or a folder, of a stick too; left out: dist/apt of this clone
  --from-source build the packages from this clone and install those
  --broker      install Mosquitto too, listening on this machine only (the game needs no broker)
  --dry-run     say every step and do none; needs no root
To take it away again: sudo apt remove fingerpost (keeps games and config), or sudo apt purge fingerpost.
TEXT
}

say() { printf '%s\n' "$*"; }
stop() { printf 'install.sh: %s\n' "$*" >&2; exit 2; }

# step "what and why" command…: says it, then does it.
step() {
  say "- $1"
  shift
  if [ "$dry_run" = no ]; then
    "$@"
  elif [ "$1" = write ]; then
    printf '    %s\n' "$2:" && sed 's/^/      /' <<<"$3"
  else
    printf '    %s\n' "$*"
  fi
}

write() { printf '%s\n' "$2" >"$1"; }  # write FILE TEXT

# A config that was edited stays; no release asks about it.
readonly INSTALL=(env DEBIAN_FRONTEND=noninteractive apt-get install -y -q -o Dpkg::Options::=--force-confold)

# shellcheck disable=SC1091
suite() { (. /etc/os-release && printf '%s\n' "${VERSION_CODENAME:-}"); }

# The packages hold compiled parts: each fits one suite's Python on one kind of machine.
check_system() {
  local name arch
  # shellcheck disable=SC1091
  name=$(. /etc/os-release && printf '%s\n' "${PRETTY_NAME:-a system without a name}")
  arch=$(dpkg --print-architecture)
  case $(suite) in
    bookworm | trixie) ;;
    *) stop "this is $name; the packages are for Debian or Raspberry Pi OS, bookworm or trixie; nothing was changed" ;;
  esac
  case $arch in
    amd64 | arm64) ;;
    *) stop "this system is $arch; the packages are for amd64 and arm64; on a Pi put the 64-bit system on the card; nothing was changed" ;;
  esac
}

take_key() {  # take_key COMMAND…: what fails leaves none, and is told in a line
  local said
  said=$("$@" 2>&1) && chmod 0644 "$KEY" && return
  [ "$first" = no ] || rm -f "$KEY"
  case $repository:$said in
    https:*404*) stop "there is no Fingerpost repository at $repository; check the address; nothing was changed" ;;
    https:*) stop "$repository cannot be reached; check the address and the network; nothing was changed" ;;
    *) stop "there is no Fingerpost repository in ${repository#file:}: it has no fingerpost.pgp; is the stick in?" ;;
  esac
}

# A stick's name may hold spaces, at which a list of URIs would be parted.
sources() {
  printf 'Types: deb\nURIs: %s\nSuites: %s\nComponents: main\nSigned-By: %s\n' "${repository// /%20}" "$(suite)" "$KEY"
}

add_repository() {
  local fetch
  case $repository in
    "") [ -e "$SOURCE/dist/apt/fingerpost.pgp" ] || [ "$dry_run" = yes ] ||
      stop "no repository; give --repository URL, or build it from this clone: --from-source"
      repository=file:$SOURCE/dist/apt ;;
    http://*) stop "$repository is not private on its way; give https://… or a folder" ;;
    https://* | file:*) ;;
    /*) repository=file:$repository ;;
    *) repository=file:$PWD/$repository ;;
  esac
  [ -e "$SOURCES" ] || first=yes
  case $repository in
    file:*) fetch=(install -D -m 0644 "${repository#file:}/fingerpost.pgp" "$KEY") ;;
    *) fetch=(/usr/lib/apt/apt-helper -q download-file "$repository/fingerpost.pgp" "$KEY") ;;
  esac
  [ "$dry_run" = yes ] || fetch=(take_key "${fetch[@]}")
  step "Take the key of its packages from $repository" "${fetch[@]}"
  step "Add the repository: $SOURCES" write "$SOURCES" "$(sources)"
  # Without a network the other sources are as last known.
  step "Ask what there is" apt-get update -q || true
}

install_program() {
  local name packages=(fingerpost)
  [ "$broker" = yes ] && packages+=(mosquitto)
  if [ "$from_source" = yes ]; then
    python3 -c 'import ensurepip, venv' 2>/dev/null || step "Install what builds the packages" "${INSTALL[@]}" python3-venv
    step "Fetch what they are made of, each file known by its hash" \
      "$SOURCE/scripts/deb" --fetch --suite "$(suite)" --arch "$(dpkg --print-architecture)"
    step "Build the packages from $SOURCE" "$SOURCE/scripts/deb" --suite "$(suite)"
    for name in fingerpost fingerpost-vision; do
      step "Put $name where apt may read it" install -m 0644 "$(built "$name")" "$ARCHIVES/${name}_built.deb"
    done
    packages=("$ARCHIVES/fingerpost_built.deb" "$ARCHIVES/fingerpost-vision_built.deb" "${packages[@]:1}")
  else
    add_repository
  fi
  step "Install ${packages[*]}: its own user, service, udev rule and environment" "${INSTALL[@]}" "${packages[@]}" ||
    take_back
}

take_back() {  # a repository that did not serve the first time would be asked at each later update
  if [ "$first" = yes ]; then
    step "It could not be installed; take $SOURCES away again" rm -f "$SOURCES" "$KEY" >&2
  fi
  printf 'install.sh: it could not be installed; what apt says stands above\n' >&2
  exit 1
}

built() {  # built NAME: the package that was built last; before it is, how it will be called
  find "$SOURCE/dist" -maxdepth 1 -name "$1_*_$(dpkg --print-architecture).deb" -printf '%T@ %p\n' 2>/dev/null |
    sort -n | tail -n 1 | cut -d' ' -f2- | grep . || printf '%s\n' "$SOURCE/dist/$1_…_$(dpkg --print-architecture).deb"
}

install_broker() {
  step "Tell Mosquitto to listen on this machine only" \
    install -D -m 0644 "$HERE/mosquitto/fingerpost.conf" "$BROKER"
  if [ -d /run/systemd/system ] || [ "$dry_run" = yes ]; then
    step "Start Mosquitto with it" systemctl restart mosquitto.service
  fi
}

while [ $# -gt 0 ]; do
  case $1 in
    --dry-run) dry_run=yes ;;
    --broker) broker=yes ;;
    --from-source) from_source=yes ;;
    --repository) shift; repository=${1:-}; [ -n "$repository" ] || stop "--repository without a place" ;;
    -h | --help) usage; exit 0 ;;
    *) usage >&2; stop "unknown option $1" ;;
  esac
  shift
done

if [ "$dry_run" = no ] && [ "$(id -u)" -ne 0 ]; then
  stop "it changes the system, so run it as root: sudo deploy/install.sh (or see what it would do: --dry-run)"
fi
command -v apt-get >/dev/null || stop "apt-get is not there; this script knows Debian and Raspberry Pi OS only"
check_system
if [ "$dry_run" = yes ]; then
  say "Dry run: every step is said, none is done."
fi
install_program
if [ "$broker" = yes ]; then
  install_broker
fi
if [ "$dry_run" = yes ]; then
  exit 0
fi
say "Done. Edit /etc/fingerpost/table.toml, then: sudo fingerpost doctor; sudo systemctl restart fingerpost"
say "What it says: journalctl -u fingerpost -f"
