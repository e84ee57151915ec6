"""The subcommand `fingerpost club`, in parts; `fingerpost.commands.all` loads it late, by name."""
