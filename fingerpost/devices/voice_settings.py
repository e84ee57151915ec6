"""SHELL: the voice as it was set at the panel, kept beside the games for the next evening."""

import json
import logging
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from audio.tuning import AdjustableVoice, KeptSetting, VoiceTuner
from storage.reading import read_text
from storage.whole_file import write_whole
from table.errors import in_words

log = logging.getLogger("fingerpost.voice_settings")


def settings_of(folder: Path) -> Path:
    """The file among the games."""
    return folder / "voice-settings.json"


def voice_tuner(voice: AdjustableVoice, path: Path) -> VoiceTuner:
    """Sets the voice at once as this file has it, and from then on remembers there what is set."""

    def remember(settings: Mapping[str, KeptSetting]) -> None:
        with suppress(OSError):  # a card that cannot be written to is said by the store
            write_whole(path, (json.dumps(settings) + "\n").encode())

    return VoiceTuner(voice, _recalled(path), remember)


def _recalled(path: Path) -> Mapping[str, Any]:
    try:
        plain = json.loads(read_text(path))
    except FileNotFoundError:
        return {}
    except (OSError, ValueError, RecursionError) as error:
        log.warning("the voice's settings, %s: %s; it speaks as the config says", path, in_words(error))
        return {}
    return plain if isinstance(plain, dict) else {}
