"""SHELL: the devices of a table, in threads or on the Pi's lines; and a keyboard in their place.

What the config names goes in (`table_parts` opens it, `panel_parts` the buttons and lamps); observations,
presses and health come out, all by the one `inbox`. Each is a part: the loop polls it, and it raises nothing:
one that fails says so, waits and tries again (`hub_part`, `camera_part`, `gpio_parts`, `power`, `lamps`). The
voice is a sink of the session and says its health the same way (`voice`); systemd's watchdog is told that the
loop is alive (`notify`). A terminal stands in for buttons, and for pins where there are none
(`keyboard_part`; what its keys mean is `table.keyboard`).

Kept for the next evening is what a table has learned of its pins and camera (`learned`, `camera_lessons`,
`token_showing_part`) and how its voice was set (`voice_settings`). Never does a device stop a game.

Deliberately absent: bytes of a wire, pictures (`firmware_bridge`, `vision` know those), and what a game is.
"""
