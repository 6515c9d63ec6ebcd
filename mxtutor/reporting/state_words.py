"""The states of an exercise in words; the first paint needs them, so that this module imports little."""

from __future__ import annotations

from mxtutor.counts import count

STATE_WORDS = {
    "todo": "not tried",
    "tried": "tried",
    "done": "done",
    "gave-up": "gave up",
    "known": "known",
    "changed": "changed since you solved it",
}
"""What lists show of an exercise (`progress.model.State`)."""


def state_text(state: str, attempts: int, hints: int) -> str:
    """Return the state of an exercise in words: "tried, 2 attempts, 1 hint"; another state than those is its word."""
    words = [STATE_WORDS.get(state, state)]
    words += [count(attempts, "attempt")] if attempts else []
    words += [count(hints, "hint")] if hints else []
    return ", ".join(words)
