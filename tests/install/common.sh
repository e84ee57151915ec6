# What the scripts in a fresh system share: what is installed, what is said, another version of the package.
export DEBIAN_FRONTEND=noninteractive PATH=/usr/local/bin:$PATH
PACKAGE=$(ls fingerpost_*.deb)
VISION=$(ls fingerpost-vision_*.deb)
END=+$(dpkg-deb -f "$PACKAGE" Version | sed 's/.*+//')  # the suite's own
MAIN=$(dpkg-deb -c "$PACKAGE" | sed -n 's#.* \./\(opt/.*/site-packages/fingerpost/__main__\.py\)$#\1#p')

ok() { printf 'ok: %s\n' "$*"; }
fail() { printf 'FAILED: %s\n' "$*" >&2; exit 1; }
version() { dpkg-query -W -f '${Version}' fingerpost; }
quietly() { "$@" </dev/null >/packages/log 2>&1 || { tail -n 30 /packages/log >&2; fail "$*"; }; }
changed() { dpkg -V fingerpost | grep -v ' c /etc/' || true; }  # a config may be edited
state() { dpkg-query -W -f '${db:Status-Status}' fingerpost; }

another() {  # another VERSION [FILE]: the same package under another version; FILE spoils it
  rm -rf work
  dpkg-deb -R "$PACKAGE" work
  sed -i "s/^Version: .*/Version: $1/" work/DEBIAN/control
  if [ -n "${2:-}" ]; then
    printf 'raise SystemExit("this release is broken")\n' >"work/$2"
    rm -rf "work/$(dirname "$2")/__pycache__"
    sed -i "\\#  $2\$#d; \\#$(dirname "$2")/__pycache__#d" work/DEBIAN/md5sums
    printf '%s  %s\n' "$(md5sum <"work/$2" | cut -d' ' -f1)" "$2" >>work/DEBIAN/md5sums
  fi
  dpkg-deb --root-owner-group -Znone -b work "another_$1.deb" >/dev/null
  rm -rf work
  echo "/packages/another_$1.deb"
}

served() {  # served FILE: a source of apt's with that package alone; what apt-get is told in APT_CONFIG knows no other
  rm -rf served && mkdir served && mv "$1" served/
  {
    printf 'Filename: ./%s\nSize: %s\nSHA256: %s\n' "${1##*/}" "$(stat -c %s served/*.deb)" "$(sha256sum <"$(echo served/*.deb)" | cut -d' ' -f1)"
    dpkg-deb -f served/*.deb
  } >served/Packages
  printf 'deb [trusted=yes] file:/packages/served ./\n' >served.list
  printf 'Dir::Etc::sourcelist "/packages/served.list";\nDir::Etc::sourceparts "-";\n' >served.conf
  quietly env APT_CONFIG=/packages/served.conf apt-get update -q
}
