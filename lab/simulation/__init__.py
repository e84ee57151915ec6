"""Games without people: scripts, simulated devices, clumsy people, and the truth beside what was told.

A script goes in as plain text (`scenario`): what people do, what is heard, what is expected; what was heard
comes out, to be compared line by line (golden transcripts). It is played without devices (`script`) or with
simulated ones (`scenario_devices`), by the same verbs (`scenario_verbs`), on the same evening
(`scripted_evening`), after the real set-up where it asks for that (`scenario_set_up`). For whole games
`simulated_players` set tokens and press buttons at a `simulated_table`, whose clock is virtual, and to which
`table_faults` do what homes do; `far_players` sit in another home.

Kept is the truth beside what was told, so that a test may ask whether they agree. A player knows what its own
seat may know, and nothing reaches the session but through a device's own driver.

Deliberately absent: a session of its own: people here press what people press.
"""
