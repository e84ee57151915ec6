"""The subcommands that need a simulated table or its pictures; `fingerpost.commands.all` loads them late."""
