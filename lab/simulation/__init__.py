"""Games without people: scripts, simulated devices, clumsy people, and the truth beside what was told.

A script is plain text (`scenario`): what people do, what is heard, what is expected. It is played without
devices (`script`) or with simulated ones (`scenario_devices`), by the same verbs (`scenario_verbs`) and on
the same evening (`scripted_evening`). For whole games `simulated_players` set tokens and press buttons at a
`simulated_table`, to which `table_faults` do what homes do.

Deliberately absent: a session of its own: people here press what people press.
"""
