"""The editions Fingerpost knows, one a file: numbers, settings, mechanics, and where they come from.

An edition is data: its map, its numbers with the casebook's, the optional rules it has (`engine.mechanics`)
and which reason each rule number stands behind. `engine.edition_library` finds it by its name.

Deliberately absent: code of rules, and any question which edition is played.
"""
