"""What a server refuses takes few lines on its terminal, however much comes in, and the numbers are right."""

from __future__ import annotations

import re

from mxtutor.serving.gate import Refusals


class Terminal:
    """A clock, and the lines that were said."""

    def __init__(self) -> None:
        self.now = 0.0
        self.lines: list[str] = []
        self.refusals = Refusals(lambda who, reason: self.lines.append(f"{who}: {reason}"), lambda: self.now)


def test_an_address_gets_one_line_a_minute_with_the_number_of_the_others() -> None:
    terminal = Terminal()
    for _ in range(300):
        terminal.refusals.note("10.0.0.7", "a wrong link")
        terminal.now += 0.1
    assert terminal.lines == ["10.0.0.7: a wrong link"]
    terminal.now += 60
    terminal.refusals.look()
    assert terminal.lines[1:] == ["10.0.0.7: a wrong link, 299 more times in the last minute"]
    terminal.now += 60
    terminal.refusals.look()
    assert len(terminal.lines) == 2


def test_one_more_refusal_is_not_several() -> None:
    terminal = Terminal()
    for _ in range(2):
        terminal.refusals.note("10.0.0.7", "a wrong link")
    terminal.now += 60
    terminal.refusals.look()
    assert terminal.lines[1:] == ["10.0.0.7: a wrong link, 1 more time in the last minute"]


def test_another_reason_is_another_line() -> None:
    terminal = Terminal()
    terminal.refusals.note("10.0.0.7", "a wrong link")
    terminal.refusals.note("10.0.0.7", "a page of another site")
    assert len(terminal.lines) == 2


def test_many_addresses_take_few_lines_and_none_is_lost() -> None:
    terminal = Terminal()
    for number in range(5000):
        terminal.refusals.note(f"address {number}", "a wrong link")
    assert len(terminal.lines) <= 20
    for _ in range(20):
        terminal.now += 60
        terminal.refusals.look()
    told = re.findall(r"other addresses: ([\d,]+)", "\n".join(terminal.lines))
    others = [int(number.replace(",", "")) for number in told]
    assert sum(others) + sum("a wrong link" in line for line in terminal.lines) == 5000
    assert len(terminal.lines) < 50
