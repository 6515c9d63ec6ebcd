"""What a learner has chosen for the exercise screen, as stored."""

from __future__ import annotations

from dataclasses import dataclass

from mxtutor.progress.model import Progress


@dataclass(frozen=True, slots=True)
class Choices:
    """The settings of the exercise screen; each has a name of its own in the store."""

    live: bool = True
    """Whether the answer is graded while the learner pauses."""
    flipped: bool = False
    """Whether the task is above the answer where it would be beside it."""
    maximised: str = ""
    """The pane that is shown alone: `results` or `answer`; empty for all."""

    @classmethod
    def read(cls, progress: Progress) -> Choices:
        """Return the stored choices."""
        return cls(
            live=progress.setting("live", "on") == "on",
            flipped=progress.setting("flipped") == "on",
            maximised=progress.setting("maximised"),
        )

    def settings(self) -> dict[str, str]:
        """Return what to store, by the names of the settings."""
        flags = {"live": self.live, "flipped": self.flipped}
        return {name: "on" if flag else "off" for name, flag in flags.items()} | {"maximised": self.maximised}
