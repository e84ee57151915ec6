"""SHELL: the devices of a table, in threads or on the Pi's lines; and a keyboard in their place."""
