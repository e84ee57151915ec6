"""Editions as they are spoken."""

from announce.catalogue import Phrases


def edition_names(p: Phrases) -> dict[str, str]:
    """Every edition's spoken name, by its name in files."""
    return {
        "us-accessible": p.name("edition", "United States"),
        "us-10th-anniversary": p.name("edition", "United States, tenth anniversary"),
        "europe": p.name("edition", "Europe"),
        "rails-and-sails-world": p.name("edition", "Rails and Sails, the World"),
        "rails-and-sails-great-lakes": p.name("edition", "Rails and Sails, the Great Lakes"),
        "legends-of-the-west": p.name("edition", "Legends of the West"),
        "starter": p.name("edition", "Starter map"),
    }


def edition_named(p: Phrases, edition: str) -> str:
    """An edition's spoken name; of one that has none, that in files."""
    return edition_names(p).get(edition, edition)
