"""What a learner has chosen for the exercise screen, as stored."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mxtutor.progress.store import ProgressStore


@dataclass(frozen=True, slots=True)
class Choices:
    """The settings of the exercise screen; each has a name of its own in the store."""

    live: bool = True
    """Whether the answer is graded while the learner pauses."""
    maximised: str = ""
    """The pane that is shown alone: `reference`, `answer` or `results`; empty for all."""

    @classmethod
    def read(cls, progress: ProgressStore) -> Choices:
        return cls(
            live=progress.setting("live", "on") == "on",
            maximised=progress.setting("maximised"),
        )

    def settings(self) -> dict[str, str]:
        """Return what to store, by the names of the settings."""
        return {"live": "on" if self.live else "off", "maximised": self.maximised}
