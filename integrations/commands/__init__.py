"""The subcommands `listen` and `mqtt`; `fingerpost.commands.all` loads them late, by name."""
