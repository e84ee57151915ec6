"""SHELL: who hears what, where and how: the config's sections, each seat's ear, the voice as set."""
