"""PURE: what is said in each conversation at the panel, in a file of the name that it has in `dialog`.

A row for each mode and prompt stands with its words; `told.ROWS` has them all, and a test holds them against
all that `dialog` can say. Deliberately absent: answers, which are the same wherever they are asked.
"""
