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


IDLE = Ending(
    "idle", "This session has ended", "There was no key and no click for a while. Everything is kept.", again="Go on"
)
LEFT = Ending("left", "You have left mxtutor", "Everything is kept. You can close this page.", again="Start again")
FAILED = Ending(
    "failed",
    "This session has ended",
    "mxtutor ended because of a fault. What you wrote until then is kept.",
    again="Start again",
)
REPLACED = Ending(
    "replaced",
    "mxtutor is open in another tab",
    "One tab at a time shows it, with everything you did.",
    again="Use it here",
)
REVOKED = Ending(
    "revoked", "Your link does not count any more", "Everything is kept. Ask your instructor for a new link."
)
STOPPING = Ending(
    "stopping",
    "The server has stopped",
    "Everything is kept. This page goes on when the server is back.",
    by_itself=True,
)
FULL = Ending("full", "The server is full", "All places are taken. Try again in a few minutes.", again="Try again")
UNKNOWN = Ending("unknown", "You need your own link", "Open the link that your instructor gave you.")
