"""PURE: a body as STL and as 3MF, the same mesh in both, the same bytes each time."""

from collections.abc import Iterable, Iterator
from io import BytesIO
from typing import Final
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

import numpy as np
from manifold3d import Manifold
from numpy.typing import NDArray

_FINE: Final = 0.01
_DECIMALS: Final = 4
_THE_DATE: Final = (1980, 1, 1, 0, 0, 0)
_HEAD: Final = b"Fingerpost, millimetres".ljust(80)

Vertices = NDArray[np.float64]
Triangles = NDArray[np.int64]


def solid_files(path: str, solid: Manifold) -> dict[str, bytes]:
    """The two files of a body; `path`: without an ending.

    Raises:
        ValueError: the body is not whole, which is a fault of whoever made it.
    """
    vertices, triangles = mesh_of(solid)
    return {f"{path}.stl": _stl(vertices, triangles), f"{path}.3mf": _3mf(vertices, triangles)}


def mesh_of(solid: Manifold) -> tuple[Vertices, Triangles]:
    """Corners and triangles in an order that depends on nothing but the body.

    Details below 0.01 mm go first: the numbers of an STL are too coarse for them, and the mesh would tear.
    """
    fine = solid.simplify(_FINE)
    if fine.is_empty() or len(fine.decompose()) != 1:
        raise ValueError(f"a solid is to be one body; this has {len(fine.decompose())}")
    mesh = fine.to_mesh()
    corners = np.round(np.asarray(mesh.vert_properties, np.float64)[:, :3], _DECIMALS) + 0.0  # no -0
    vertices, place = np.unique(corners, axis=0, return_inverse=True)
    triangles = place.reshape(-1)[np.asarray(mesh.tri_verts, np.int64)]
    real = (triangles != np.roll(triangles, 1, axis=1)).all(axis=1)
    turn = (triangles[real].argmin(axis=1)[:, None] + np.arange(3)) % 3
    triangles = np.take_along_axis(triangles[real], turn, axis=1)
    return vertices, triangles[np.lexsort(triangles.T[::-1])]


def _stl(vertices: Vertices, triangles: Triangles) -> bytes:
    corners = vertices.astype("<f4")[triangles]
    sides = corners[:, 1:].astype(np.float64) - corners[:, :1]
    normals = np.cross(sides[:, 0], sides[:, 1])
    lengths = np.linalg.norm(normals, axis=1, keepdims=True)
    normals = np.divide(normals, lengths, out=np.zeros_like(normals), where=lengths > 0)
    rows = np.zeros(len(triangles), np.dtype([("sides", "<f4", (4, 3)), ("more", "<u2")]))
    rows["sides"][:, 0] = normals
    rows["sides"][:, 1:] = corners
    return _HEAD + len(triangles).to_bytes(4, "little") + rows.tobytes()


def _3mf(vertices: Vertices, triangles: Triangles) -> bytes:
    out = BytesIO()
    with ZipFile(out, "w") as packed:
        for name, text in (
            ("[Content_Types].xml", _TYPES),
            ("_rels/.rels", _RELATIONS),
            ("3D/3dmodel.model", "".join(_model(vertices, triangles))),
        ):
            one = ZipInfo(name, _THE_DATE)
            one.compress_type, one.create_system, one.external_attr = ZIP_DEFLATED, 3, 0o644 << 16
            packed.writestr(one, text, compresslevel=6)
    return out.getvalue()


def _model(vertices: Vertices, triangles: Triangles) -> Iterator[str]:
    yield _MODEL_HEAD
    yield from (f'<vertex x="{x}" y="{y}" z="{z}"/>\n' for x, y, z in _told(vertices.tolist()))
    yield "</vertices>\n<triangles>\n"
    yield from (f'<triangle v1="{a}" v2="{b}" v3="{c}"/>\n' for a, b, c in triangles.tolist())
    yield _MODEL_END


def _told(rows: Iterable[Iterable[float]]) -> Iterator[list[str]]:
    for row in rows:
        yield [f"{part:.{_DECIMALS}f}".rstrip("0").rstrip(".") for part in row]


_XML: Final = '<?xml version="1.0" encoding="UTF-8"?>\n'
_TYPES: Final = (
    f'{_XML}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">\n'
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>\n'
    '<Default Extension="model" ContentType="application/vnd.ms-package.3dmanufacturing-3dmodel+xml"/>\n'
    "</Types>\n"
)
_RELATIONS: Final = (
    f'{_XML}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">\n'
    '<Relationship Target="/3D/3dmodel.model" Id="rel0" '
    'Type="http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel"/>\n'
    "</Relationships>\n"
)
_MODEL_HEAD: Final = (
    f'{_XML}<model unit="millimeter" xml:lang="en" '
    'xmlns="http://schemas.microsoft.com/3dmanufacturing/core/2015/02">\n'
    '<resources>\n<object id="1" type="model">\n<mesh>\n<vertices>\n'
)
_MODEL_END: Final = (
    '</triangles>\n</mesh>\n</object>\n</resources>\n<build>\n<item objectid="1"/>\n</build>\n</model>\n'
)
