"""The subcommand `fingerpost board`, in parts; `fingerpost.commands.all` loads it late, by name."""
