"""The subcommands `read`, `watch` and `calibrate`; `fingerpost.commands.all` loads them late, by name."""
