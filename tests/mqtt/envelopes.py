"""Commands as clients write them."""


def envelope(name: str, client: str, id: str, data: object, /, **changes: object) -> dict[str, object]:
    """A command's fields; `changes` go before the usual ones, and `...` leaves one out."""
    fields: dict[str, object] = {
        "v": 1,
        "kind": "command",
        "type": name,
        "id": id,
        "table": "kitchen",
        "src": f"client/{client}",
        "data": data,
    }
    return {key: value for key, value in {**fields, **changes}.items() if value is not ...}
