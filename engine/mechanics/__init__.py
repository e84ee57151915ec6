"""Optional rules, one a file; an edition lists those that it has (engine/editions/).

To add one:

1.  Write `engine/mechanics/NAME.py` with a subclass of `engine.mechanic.Mechanic`. Override the hooks that
    it needs; the defaults change nothing. It holds no state: what must be remembered is in `State`, and is
    there because an event put it there. Numbers and open questions are settings (engine/settings.py, below
    "of one rule"); name them in `settings`, so that editions without the rule refuse them.
2.  Commands go into engine/commands.py and `Command`, events into engine/optional_events.py and
    `OptionalEvent` there, fields of the state into engine/state.py with a default, so that other editions
    pay nothing. Name them in `commands` and `events`, and say in `acts` or `answers` when a command may come;
    `decide`, `evolve`, `legal` and `seen_by` then come to you. An event that can be taken back by itself says
    `is_act`. A command that hides nothing is an `OpenCommand`: MQTT then takes it too.
3.  A reason of its own goes into engine/reasons.py, with its words in announce/refusals/; every edition that
    can give it has its casebook number in `rules`.
4.  A mechanic never asks which edition it is in. Where two editions differ, that is a setting.

This package imports none of its modules: editions import what they list. Deliberately absent: state.
"""
