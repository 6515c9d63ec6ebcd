"""What a right answer has taught: the first sentence of an exercise's explanation."""

from __future__ import annotations


def learned(explain: str) -> tuple[str, str]:
    """Return the first sentence of an explanation, and the rest of it; no sentence if it begins otherwise.

    A dot in code between backticks ends no sentence.
    """
    text, in_code = explain.strip(), False
    for place, character in enumerate(text):
        if text.startswith(("\n\n", "```"), place):
            break
        if character == "`":
            in_code = not in_code
        elif character == "." and not in_code and text[place + 1 : place + 2] in ("", " ", "\n"):
            return " ".join(text[: place + 1].split()), text[place + 1 :].strip()
    return "", text
