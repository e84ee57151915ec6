"""PURE: what is said in each conversation at the panel, in a file of the name that it has in `dialog`.

What `dialog` wants said is a value: a mode on coming to it, or a prompt. A row stands with its words (`kit`):
how the value is told, with which short sound, and what Ask tells there. The row also decides who hears it:
everyone, one seat whose matter it is, or one ear alone. Only a row of the last kind is given the whole state;
its words are `Private`, so that a hand in a sentence for everyone does not type-check.

`told.ROWS` has the rows of all conversations, and a test holds them against all that `dialog` can say: a new
mode without words is found before anybody presses a button in it. `names` words what lists choose from.

Deliberately absent: answers, which are the same wherever they are asked (`announce.answers`).
"""
