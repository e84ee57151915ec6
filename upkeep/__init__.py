"""SHELL: what keeps an installed table alive: another card, another machine, a newer version, a fault.

A table that stands on a machine goes in: its games, its table.toml and the files that this names
(`whole_table`). One file comes out that holds all of it, and goes back in its place, all or nothing
(`restoring`; the file's form is `storage.backup`'s). A config that is carried along keeps its comments
(`config_text`) and leaves its passwords behind (`written_secrets`); so does what is sent to somebody who
looks for a fault (`diagnosis`). `upgrade` is the subcommand that has a newer version come, and the way back;
`machine_state` is where a running table tells what it does, so that nothing is changed in the midst of a
game, and where it asks for what only root may do.

What was here before is never deleted: it goes aside, and where a thing fails half-way, all is as it was.

Deliberately absent: what a config means, and the commands that read one (`fingerpost.commands`); packages and
units, which are `deploy`'s; root's own work, which its helper does (deploy/debian/fingerpost-helper).
"""
