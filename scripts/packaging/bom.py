"""What is in a package, as CycloneDX: each locked wheel with its origin, licence and hash."""

import email
import hashlib
import json
import re
import uuid
import zipfile
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from packaging.utils import canonicalize_name, parse_wheel_filename
from scripts.notices import UNSAID
from scripts.packaging.locked import TABLE, Locked, locked
from scripts.packaging.targets import Target

_URL: Final = "https://cyclonedx.org/schema/bom-1.6.schema.json"


def names(version: str, target: Target) -> tuple[str, str]:
    """Of the files beside the packages: each architecture's own, and the one of what was built last."""
    return f"fingerpost_{version}_{target.arch}.cdx.json", f"fingerpost_{version}.cdx.json"


def bill(target: Target, version: str, wheels: Path, epoch: int) -> str:
    """The whole file, the same for the same wheels."""
    parts = [_component(one, target, wheels) for one in locked(TABLE, target)]
    of = json.dumps(parts, sort_keys=True)
    own = {
        "type": "application",
        "bom-ref": f"pkg:deb/fingerpost@{version}?arch={target.arch}",
        "name": "fingerpost",
        "version": version,
        "purl": f"pkg:deb/fingerpost@{version}?arch={target.arch}",
        "licenses": [{"license": {"id": "MIT"}}],
    }
    return (
        json.dumps(
            {
                "$schema": _URL,
                "bomFormat": "CycloneDX",
                "specVersion": "1.6",
                "serialNumber": f"urn:uuid:{uuid.uuid5(uuid.NAMESPACE_URL, f'{version} {target.arch} {of}')}",
                "version": 1,
                "metadata": {
                    "timestamp": datetime.fromtimestamp(epoch, UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
                    "component": own,
                },
                "components": parts,
                "dependencies": [
                    {"ref": own["bom-ref"], "dependsOn": [str(one["bom-ref"]) for one in parts]},
                    *({"ref": one["bom-ref"]} for one in parts),
                ],
            },
            indent=2,
        )
        + "\n"
    )


def wheel_of(one: Locked, target: Target, wheels: Path) -> Path:
    """The file of a locked package that fits the target, and whose hash stands in the lock.

    Raises:
        FileNotFoundError: there is none.
    """
    for path in _fitting(one, target, wheels):
        if hashlib.sha256(path.read_bytes()).hexdigest() in one.hashes:
            return path
    raise FileNotFoundError(f"{one.name} {one.version} is not in {wheels}; run: make wheels")


def _fitting(one: Locked, target: Target, wheels: Path) -> Iterator[Path]:
    own = f"cp{target.python.replace('.', '')}"
    for path in sorted(wheels.glob("*.whl")):
        name, version, _, tags = parse_wheel_filename(path.name)
        if name != canonicalize_name(one.name) or str(version) != one.version:
            continue
        if any(
            (tag.platform == "any" or tag.platform.endswith(target.machine))
            and (tag.interpreter == own or tag.abi == "abi3" or tag.interpreter.startswith("py3"))
            for tag in tags
        ):
            yield path


def _component(one: Locked, target: Target, wheels: Path) -> dict[str, object]:
    path = wheel_of(one, target, wheels)
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    purl = f"pkg:pypi/{canonicalize_name(one.name)}@{one.version}"
    return {
        "type": "library",
        "bom-ref": purl,
        "name": one.name,
        "version": one.version,
        "purl": purl,
        "licenses": [_licence(path, one.name)],
        "hashes": [{"alg": "SHA-256", "content": digest}],
    }


def _licence(wheel: Path, name: str) -> dict[str, object]:
    with zipfile.ZipFile(wheel) as archive:
        (inside,) = [one for one in archive.namelist() if re.fullmatch(r"[^/]+\.dist-info/METADATA", one)]
        told = email.message_from_bytes(archive.read(inside))
    if expression := told.get("License-Expression"):
        return {"expression": expression}
    classes = [
        one.rpartition(" :: ")[2] for one in told.get_all("Classifier", []) if one.startswith("License")
    ]
    text = told.get("License", "")
    words = ", ".join(classes) or (text if 0 < len(text) < 60 else UNSAID[name])
    return {"license": {"name": words}}
