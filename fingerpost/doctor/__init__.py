"""SHELL: what the doctor looks at, and what it says of it.

A config goes in, or none; lines come out (health checks, `check_lines`): what was found, whether that is
well, and what to do. `checks` has them all, in the order in which they are to be mended, and their form
doctor/1. The files beside it look at the machine (`machine`), what is installed (`installed`), the hubs
(`hubs`) and who holds their port (`holder`), the page (`page_check`), a table's own things (`table_check`).
Each looks at its own thing alone; one that cannot look says so, and the rest go on. `fingerpost diagnose` and
a page's host read the same lines.

Nothing is kept. What a table that plays has open is not looked at, for looking would disturb it.

Deliberately absent: mending. The doctor changes nothing and says what to type.
"""
