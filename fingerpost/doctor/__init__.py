"""SHELL: what the doctor looks at, and what it says of it.

A check is a line: what was found, whether that is well, and what to do. `checks` has them all, in the order
in which they are to be mended; the files beside it look at the machine, what is installed, the hubs (and who
holds their port), the page, a table. Each looks at its own thing alone; one that cannot look says so, and the
rest go on. `fingerpost diagnose` and a page's host read the same lines.

Deliberately absent: mending. The doctor changes nothing and says what to type.
"""
