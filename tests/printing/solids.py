"""Solids read back from their files, and looked at: their sections, their thinnest walls."""

from io import BytesIO
from xml.etree import ElementTree
from zipfile import ZipFile

import numpy as np
import trimesh
from manifold3d import Error, Manifold, Mesh
from numpy.typing import NDArray
from shapely import LineString, MultiPolygon, Polygon, polygonize, union_all
from shapely.geometry.base import BaseGeometry

_CORE = "{http://schemas.microsoft.com/3dmanufacturing/core/2015/02}"


def read_back(made: dict[str, bytes], path: str, ending: str = "stl") -> trimesh.Trimesh:
    content = BytesIO(made[f"{path}.{ending}"])
    if ending == "stl":
        found = trimesh.load(content, file_type=ending, force="mesh")
        assert isinstance(found, trimesh.Trimesh)
        return found
    with ZipFile(content) as packed:
        assert packed.testzip() is None
        model = ElementTree.fromstring(packed.read("3D/3dmodel.model"))
    assert model.get("unit") == "millimeter"
    corners = [[float(one.attrib[key]) for key in "xyz"] for one in model.iter(f"{_CORE}vertex")]
    faces = [[int(one.attrib[f"v{n}"]) for n in (1, 2, 3)] for one in model.iter(f"{_CORE}triangle")]
    return trimesh.Trimesh(corners, faces, process=False)


def is_one_body(mesh: trimesh.Trimesh) -> bool:
    """Closed, its faces outward, in one piece."""
    corners, faces = np.asarray(mesh.vertices, np.float32), np.asarray(mesh.faces, np.uint32)
    body = Manifold(Mesh(vert_properties=corners, tri_verts=faces))
    whole = body.status() == Error.NoError and len(body.decompose()) == 1
    return bool(whole and mesh.is_watertight and mesh.is_winding_consistent and mesh.volume > 0)


def section(mesh: trimesh.Trimesh, z: float) -> BaseGeometry:
    """What of it lies in that plane."""
    lines = trimesh.intersections.mesh_plane(mesh, (0.0, 0.0, 1.0), (0.0, 0.0, z))[:, :, :2]  # type: ignore[no-untyped-call]
    ends = np.round(lines, 5)
    whole = union_all([LineString(one) for one in ends if not np.array_equal(one[0], one[1])])
    faces = polygonize([whole]).geoms
    inside = [face for face in faces if _odd(ends, face.representative_point().coords[0])]
    return union_all(inside) if inside else MultiPolygon()


def _odd(lines: NDArray[np.float64], at: tuple[float, ...]) -> bool:
    """Whether a line from a point to the right crosses an odd number of them."""
    (x0, y0), (x1, y1) = lines[:, 0].T, lines[:, 1].T
    spans = (y0 > at[1]) != (y1 > at[1])
    with np.errstate(divide="ignore", invalid="ignore"):
        crossing = x0 + (at[1] - y0) / (y1 - y0) * (x1 - x0)
    return bool((spans & (crossing > at[0])).sum() % 2)


def polygons(area: BaseGeometry) -> list[Polygon]:
    return [one for one in getattr(area, "geoms", [area]) if isinstance(one, Polygon) and not one.is_empty]


def hole_diameters(area: BaseGeometry) -> list[float]:
    """Of every hole, as a circle of its area."""
    return [2 * (Polygon(ring).area / np.pi) ** 0.5 for one in polygons(area) for ring in one.interiors]


def thin(area: BaseGeometry, wall: float = 1.2) -> float:
    """How much of an area, mm², is thinner than a wall; what corners lose by a disc that goes round in them
    is not counted."""
    less = wall / 2 - 0.03
    opened = area.buffer(-less, join_style="mitre").buffer(less * 1.5, join_style="mitre")
    return float((area - opened).area)
