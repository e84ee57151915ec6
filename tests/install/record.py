"""In the fresh system: each file of the environment is as a wheel's RECORD says, and none is in no RECORD."""

import base64
import csv
import hashlib
import sys
from pathlib import Path

(place,) = Path("/opt/fingerpost/lib").glob("python3*/site-packages")
listed: set[Path] = set()
for record in sorted(place.glob("*.dist-info/RECORD")):
    for name, digest, _ in csv.reader(record.read_text(encoding="utf-8").splitlines()):
        path = place / name
        listed.add(path)
        if path == record:
            continue
        has = base64.urlsafe_b64encode(hashlib.sha256(path.read_bytes()).digest()).rstrip(b"=").decode()
        if digest != f"sha256={has}":
            sys.exit(f"{name} is not as {record.parent.name} says")
there = {path for path in place.rglob("*") if path.is_file()}
if there != listed:
    sys.exit(f"in no RECORD, or not there: {sorted(map(str, there ^ listed))[:9]}")
sys.stdout.write(f"{len(there)} files are as their RECORDs say\n")
