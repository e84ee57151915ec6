"""SHELL: what the doctor looks at, and what it says of it.

A check is a line: what was found, whether that is well, and what to do. `checks` has them all, in the order
in which they are to be mended; the files beside it look at the machine, the package, the hubs, the page, a
table.

Deliberately absent: mending. The doctor changes nothing and says what to type.
"""
