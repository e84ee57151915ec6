"""`python -m fingerpost` is `fingerpost`."""

import sys

from fingerpost.cli import main

sys.exit(main())
