"""Lessons are prose, pairs and traps; what cannot be read is one line that names the lesson."""

from __future__ import annotations

from pathlib import Path

import pytest

from mxtutor.content.lessons import CodePair, Lesson, Prose, Trap, load_lesson, parse_lesson
from mxtutor.errors import ContentError

HEAD = "---\ntitle: Powers\nsummary: You can square.\n---\n"
PAIR = "```torch\na\n```\n```mxnet\nb\n```\n"


def parsed(body: str) -> Lesson:
    """Parse a lesson's body."""
    return parse_lesson(HEAD + body, "powers.md")


def test_blocks_come_in_order() -> None:
    lesson = parsed(f'Before.\n\n{PAIR}\nBetween.\n\n```mxnet raises="TypeError: no"\nc\n```\nAfter.\n')
    assert (lesson.title, lesson.summary) == ("Powers", "You can square.")
    assert lesson.blocks == (
        Prose("Before."),
        CodePair("a\n", "b\n"),
        Prose("Between."),
        Trap("mxnet", "c\n", "TypeError: no"),
        Prose("After."),
    )


def test_an_empty_line_may_stand_within_a_pair() -> None:
    assert parsed("```torch\na\n```\n\n```mxnet\nb\n```\n").blocks == (CodePair("a\n", "b\n"),)


def test_a_pair_may_differ_or_be_compared_more_loosely() -> None:
    assert parsed(PAIR.replace("mxnet", "mxnet agree=differs")).blocks == (CodePair("a\n", "b\n", "differs"),)
    assert parsed(PAIR.replace("mxnet", "mxnet rtol=1e-2")).blocks == (CodePair("a\n", "b\n", rtol=0.01),)


@pytest.mark.parametrize("framework", ["torch", "mxnet"])
def test_a_block_may_stand_alone(framework: str) -> None:
    assert parsed(f"```{framework} alone=yes\na\n```\n").blocks == (Trap(framework, "a\n"),)
    assert parsed(f"```{framework} raises='odd one'\na\n```\n").blocks == (Trap(framework, "a\n", "odd one"),)


def test_other_code_is_prose() -> None:
    text = "Look:\n\n```python\nx = 1\n```\n\n```\nplain\n```"
    assert parsed(text).blocks == (Prose(text),)


def test_code_inside_a_list_is_prose() -> None:
    text = "- one\n\n  ```torch\n  a\n  ```"
    assert parsed(text).blocks == (Prose(text),)


FAULTS = {
    "no front matter": ("# Powers\n", "a lesson begins with front matter"),
    "open front matter": ("---\ntitle: Powers\n", "a lesson begins with front matter"),
    "no YAML": ("---\ntitle: [\n---\n", "the front matter is not valid YAML: line 2, column 1: "),
    "a list": ("---\n- title\n---\n", "the front matter must hold a mapping"),
    "no title": ("---\nsummary: x\n---\n", "the front matter: title is missing."),
    "a title as a number": (
        "---\ntitle: 3\n---\n",
        "the front matter: title is 3; it must be a text that is not empty.",
    ),
    "a key twice": ("---\ntitle: a\ntitle: b\n---\n", "the key 'title' occurs twice"),
    "a misspelt key": ("---\ntitle: a\nsumary: b\n---\n", "unknown key 'sumary'. Did you mean 'summary'?"),
    "a lonely torch block": (HEAD + "```torch\na\n```\n", "the last torch block has no mxnet block"),
    "prose within a pair": (HEAD + "```torch\na\n```\nand\n```mxnet\nb\n```\n", "followed directly by its mxnet block"),
    "two torch blocks": (HEAD + "```torch\na\n```\n```torch\nb\n```\n", "followed directly by its mxnet block"),
    "an open quote": (HEAD + '```mxnet raises="x\na\n```\n', "has an open quote"),
    "a backtick in the first line": (HEAD + '```mxnet raises="`x`"\na\n```\n', "allows no backtick"),
    "an unknown option": (HEAD + "```mxnet color=red\na\n```\n", "has no option 'color'"),
    "a trap as second half": (HEAD + PAIR.replace("mxnet", "mxnet raises=x"), "has no option 'raises'"),
    "agreement before the pair": (HEAD + PAIR.replace("torch", "torch agree=differs"), "has no option 'agree'"),
    "an odd agreement": (HEAD + PAIR.replace("mxnet", "mxnet agree=maybe"), "agree must be values or differs"),
    "an odd tolerance": (HEAD + PAIR.replace("mxnet", "mxnet rtol=much"), "rtol must be a number"),
}


@pytest.mark.parametrize(("text", "words"), FAULTS.values(), ids=list(FAULTS))
def test_a_damaged_lesson_is_described_in_one_line(text: str, words: str) -> None:
    with pytest.raises(ContentError) as caught:
        parse_lesson(text, "powers.md")
    message = str(caught.value)
    assert message.startswith("powers.md: ")
    assert words in message
    assert "\n" not in message


def test_a_file_that_cannot_be_read_names_itself(tmp_path: Path) -> None:
    path = tmp_path / "powers.md"
    with pytest.raises(ContentError, match=r"powers\.md cannot be read"):
        load_lesson(path)
    path.write_bytes(b"---\ntitle: \xff\n---\n")
    with pytest.raises(ContentError, match=r"powers\.md cannot be read"):
        load_lesson(path)


def test_lines_of_windows_are_read(tmp_path: Path) -> None:
    path = tmp_path / "powers.md"
    path.write_bytes((HEAD + PAIR).replace("\n", "\r\n").encode())
    assert load_lesson(path).blocks == (CodePair("a\n", "b\n"),)


@pytest.mark.parametrize(
    ("raises", "shown"),
    [
        ("TypeError: no", "TypeError: no"),
        ("mxnet.base.MXNetError: no", "mxnet.base.MXNetError: no"),
        ("has not been initialized", "... has not been initialized"),
        ("Errors are many", "... Errors are many"),
        ("", ""),
    ],
)
def test_dots_mark_an_error_that_is_shown_in_part(raises: str, shown: str) -> None:
    assert Trap("mxnet", "a\n", raises).error == shown
