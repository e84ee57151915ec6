"""What a package is built for: a suite of Debian, and a machine."""

from dataclasses import dataclass
from typing import Final, Literal

Suite = Literal["bookworm", "trixie"]
Arch = Literal["amd64", "arm64"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    """One suite on one machine."""

    suite: Suite
    arch: Arch

    @property
    def python(self) -> str:
        """The suite's own Python: packages with compiled parts fit no other."""
        return "3.11" if self.suite == "bookworm" else "3.13"

    @property
    def next_python(self) -> str:
        """The first that it does not run on."""
        return "3.12" if self.suite == "bookworm" else "3.14"

    @property
    def ending(self) -> str:
        """What the version ends with, so that an upgrade of the suite is one of the package too."""
        return "+deb12" if self.suite == "bookworm" else "+deb13"

    @property
    def lib(self) -> str:
        """Where units and rules go: Debian 12 still names /lib, Debian 13 refuses it."""
        return "lib" if self.suite == "bookworm" else "usr/lib"

    @property
    def machine(self) -> str:
        """As Python names it."""
        return "x86_64" if self.arch == "amd64" else "aarch64"

    @property
    def site_packages(self) -> str:
        """Where imports come from."""
        return f"opt/fingerpost/lib/python{self.python}/site-packages"


TARGETS: Final = tuple(
    Target(suite=suite, arch=arch)
    for suite in ("bookworm", "trixie")
    for arch in ("amd64", "arm64")
)  # fmt: skip
