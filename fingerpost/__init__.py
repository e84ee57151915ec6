"""SHELL: the application: command line, config, devices, nodes, broker, doctor.

`cli` finds the subcommand and loads that one alone (`commands`; those of other rooms stand there, what all
share in `command_line`). `table_file` reads table.toml into `config`, a struct for each section. `wiring` is
the only builder of a real table: voice, senses, keys, wire, page, log, session; `before_game` leads the
set-up that comes before. What an evening goes through stands in `evening`, with the loop that runs set-up and
game alike: one inbox, one turn after the other. `devices` are the parts that the loop looks after, each of
which may fail alone; `nodes` is a camera or hub on another machine, `broker` a Mosquitto of one's own,
`doctor` what is looked at when something is amiss, `page` the web page as a part.

Deliberately absent: rules, words, what a table does; and everything simulated, which `lab` has.
"""
