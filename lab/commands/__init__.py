"""The subcommands that need a simulated table; `fingerpost.commands.all` loads them late, by name."""
