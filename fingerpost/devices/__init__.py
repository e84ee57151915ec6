"""SHELL: the devices of a table, in threads or on the Pi's lines; and a keyboard in their place.

Each is a part: the loop polls it, it hands what it has to the inbox, and raises nothing: one that fails
says so, waits and tries again (`hub_part`, `camera_part`, `gpio_parts`, `power`). `table_parts` opens those
that the config names, `panel_parts` the buttons and lamps. A terminal stands in for buttons, and for pins
where there are none (`keyboard_part`; what its keys mean is `table.keyboard`). What a table learns of its
pins and camera is kept for the next evening (`learned`, `camera_lessons`).

Deliberately absent: bytes of a wire, pictures (`firmware_bridge`, `vision` know those), and what a game is.
"""
