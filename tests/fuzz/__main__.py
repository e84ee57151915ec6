"""Coverage-guided fuzzing of every reader, by atheris: `make fuzz`, or `make fuzz ARGS="map --seconds 600"`.

What reaches new code is kept in `out/fuzz`, and so is what breaks a reader and ends its run: put that into
the corpus (`tests/fuzz/corpus`) along with the mending.
"""

import argparse
import subprocess
import sys
from pathlib import Path
from typing import Final

CORPUS: Final = Path(__file__).with_name("corpus")
OUT: Final = Path("out") / "fuzz"
LONGEST: Final = 16_384  # bytes of an input; what a reader usually reads is no longer, or it would be cut off
OURS: Final = (
    "engine",
    "tabletop",
    "firmware_bridge",
    "vision",
    "audio",
    "mqtt",
    "storage",
    "fingerpost",
    "table",
    "reconcile",
    "bots",
    "printing",
    "web",
    "club",
)


def main() -> int:
    """Fuzz the readers that are named, or all, one after the other, each in a process of its own."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("readers", nargs="*", help="which; all")
    parser.add_argument("--seconds", type=int, default=60, help="for each reader (60)")
    parser.add_argument("--inside", help=argparse.SUPPRESS)
    args, rest = parser.parse_known_args()
    if args.inside is not None:
        return _inside(args.inside, rest)
    from tests.fuzz.readers import READERS

    unknown = [name for name in args.readers if name not in READERS]
    if unknown:
        parser.error(f"no reader {unknown[0]}; readers are {', '.join(READERS)}")
    broken = [name for name in args.readers or READERS if not _fuzzed(name, args.seconds)]
    for name in broken:
        sys.stderr.write(f"fuzz: {name} breaks; what broke it is in {OUT / name}\n")
    return 1 if broken else 0


def _fuzzed(name: str, seconds: int) -> bool:
    """Whether a reader has stood it."""
    found = OUT / name
    found.mkdir(parents=True, exist_ok=True)
    (CORPUS / name).mkdir(parents=True, exist_ok=True)
    call = [sys.executable, "-m", "tests.fuzz", "--inside", name, f"-max_total_time={seconds}"]
    call += [
        f"-max_len={LONGEST}",
        "-timeout=20",
        "-rss_limit_mb=1500",
        "-print_final_stats=1",
        "-verbosity=0",
    ]
    ran = subprocess.run(
        [*call, f"-artifact_prefix={found}/", str(found), str(CORPUS / name)],
        capture_output=True,
        check=False,
    )
    told = ran.stderr.decode(errors="replace")
    tried = next(
        (line.rpartition(" ")[2] for line in told.splitlines() if "number_of_executed_units" in line), "?"
    )
    sys.stdout.write(f"{name:10} {tried:>9} inputs  {'stands' if ran.returncode == 0 else 'BREAKS'}\n")
    sys.stdout.flush()
    if ran.returncode != 0:
        sys.stderr.write(told[-3000:])
    return ran.returncode == 0


def _inside(name: str, options: list[str]) -> int:
    """Fuzz one reader in this process, for as long as libFuzzer is told to."""
    try:
        import atheris
    except ImportError:
        sys.stderr.write("fuzz: atheris is missing (x86-64, Python 3.11 to 3.13); run: make fuzz\n")
        return 2
    with atheris.instrument_imports(include=list(OURS), enable_loader_override=False):
        from tests.fuzz.readers import READERS
    reader = READERS[name]
    for number, seed in enumerate(reader.seeds):
        (OUT / name / f"seed-{number}").write_bytes(seed)
    atheris.Setup([sys.argv[0], *options], reader.take)
    atheris.Fuzz()
    return 0


if __name__ == "__main__":
    sys.exit(main())
