"""The states of an exercise in words; the first paint needs this module, so it imports little."""

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
"""The word for each state (`progress.model.State`) in lists."""


def state_text(state: str, attempts: int, hints: int) -> str:
    """Return the state of an exercise in words: "tried, 2 attempts, 1 hint"; an unknown state is returned unchanged."""
    words = [STATE_WORDS.get(state, state)]
    words += [count(attempts, "attempt")] if attempts else []
    words += [count(hints, "hint")] if hints else []
    return ", ".join(words)
