"""Why a session ends or cannot begin, in words for its page."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Ending:
    """One reason."""

    code: str
    """For the page and the terminal of the server."""
    title: str
    text: str
    again: str = ""
    """Label of the button that connects again; empty where that is of no use."""
    by_itself: bool = False
    """Whether the page connects again by itself."""


IDLE = Ending("idle", "This session has ended", "You pressed no key for a while. Your work is kept.", again="Go on")
LEFT = Ending("left", "You have left mxtutor", "Your work is kept. You can close this page.", again="Start again")
FAILED = Ending(
    "failed",
    "This session has ended",
    "mxtutor ended because of a fault. What was saved until then is kept.",
    again="Start again",
)
REPLACED = Ending(
    "replaced",
    "mxtutor is open in another tab",
    "One tab at a time shows it, with everything you did.",
    again="Use it here",
)
REVOKED = Ending("revoked", "Your link is no longer valid", "Your work is kept. Ask your instructor for a new link.")
STOPPING = Ending(
    "stopping",
    "The server has stopped",
    "Your work is kept. This page continues when the server runs again.",
    by_itself=True,
)
FULL = Ending("full", "The server is full", "All places are taken. Try again in a few minutes.", again="Try again")
UNKNOWN = Ending("unknown", "You need your own link", "Open the link that your instructor gave you.")
