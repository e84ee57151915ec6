"""The editions Fingerpost knows, one a file: numbers, settings, mechanics, and where they come from.

An edition is data (a rule set as configuration): its map, its numbers with the casebook's, the optional rules
that it has (`engine.mechanics`), the settings that may be changed and their defaults, and which number of its
rule document stands behind each reason to refuse. `engine.edition_library` finds it by its name; `decide` and
`evolve` ask it for numbers and let its mechanics answer. Where two editions share a document, what they share
stands once (`rails_and_sails_rules`).

A game keeps the name of its edition and the settings it was begun with, never the edition itself: a game of
long ago replays by its events. A new edition is a file here and a line in the library, and no other file asks
which edition is played.

Deliberately absent: code of rules, and any `if edition ==`.
"""
