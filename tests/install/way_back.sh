# An upgrade, and a release that does not start, where no systemd runs: read by the scripts that prove both.

upgraded() {  # an upgrade leaves an edited config alone, and packs the way back
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
}

goes_back() {  # 0.1.2 is installed; 0.1.3 does not start, 0.1.4 does
  install -m 0755 /packages/systemctl.sh /usr/local/bin/systemctl
  cp -a /etc/fingerpost/table.toml table.before
  quietly dpkg -i "$(another "0.1.3$END" "$MAIN")"
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
}
