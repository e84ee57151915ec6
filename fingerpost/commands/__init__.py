"""The subcommands of a table, a module each. `all` lists them, and those of other rooms; this loads none."""

import os

# Read by numpy when it is first loaded, and some of these modules load it: so before them. Our matrices are
# small; a second thread costs more than it helps, on a busy machine many times more.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
