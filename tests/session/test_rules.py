"""What each of the six rules allows: one table of all actions and screens."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone

import pytest

from mxtutor.plain.commands import COMMANDS
from mxtutor.session.rules import ASSESSMENT, DRILL, EXAMINATION, PRACTICE, REVIEW, WORKSHOP, Rules, rules_of
from mxtutor.ui.keys import APP, SCREENS
from tests.ui.workshops import WORKSHOP as COURSE_DAY

VALUES = {"p": PRACTICE, "w": WORKSHOP, "r": REVIEW, "d": DRILL, "a": ASSESSMENT, "e": EXAMINATION}
ACTIONS = """
pwrdae app: help quit
pwrd-e app: jump
pwrd-- app: lookup
pwrdae exercise: check back leave next maximise undo redo comment
pwrd-e exercise: reset next_pane verdict_down verdict_up details
pw---e exercise: run_draft history
pwrd-- exercise: edit_outside copy_repro
pw---- exercise: hint solution need_help again live complete
pw---e home: continue filter
pw---- home: search race reviews mistakes statistics
p----- home: paths placement known
-w---e home: workshop
-----e home: end
pw---- lab: run draw take reset next_part undo redo back
pw---- lesson: page run lab run_all next search back
pw---- mistakes: reviews back
pw---- race: start threads back
pw---- statistics: back
pwrdae plain: help where next back list open progress quit task code lines line insert delete answer check undo
pwrda- plain: due review mistakes statistics join edit use
p-rda- plain: paths path placement
-wrdae plain: workshop time
-----e plain: end
pw---e plain: run reset history restore
pw---- plain: lookup more all again details hint solution call
pw--a- plain: skip stop
"""
"""Who allows an action; each value has a letter."""
SCREEN_IDS = """
pwrdae help confirm
pwrd-- join
pw---e home exercise history jump workshop report
pw---- lesson lab race mistakes statistics search lookup paths placement reviews
"""


def rows(table: str) -> list[tuple[str, str]]:
    """Return the rows of a table: the letters, then the rest."""
    return [(line[:6], line[7:]) for line in table.strip().split("\n")]


@pytest.mark.parametrize("place", range(len(VALUES)))
def test_every_action_and_every_screen_is_open_or_closed_on_purpose(place: int) -> None:
    rules = list(VALUES.values())[place]
    for letters, row in rows(ACTIONS):
        table, _, actions = row.partition(": ")
        for action in actions.split():
            assert rules.action(table, action) is (letters[place] != "-"), (rules.kind, table, action)
    for letters, screens in rows(SCREEN_IDS):
        for screen in screens.split():
            assert rules.screen(screen) is (letters[place] != "-"), (rules.kind, screen)


def test_the_table_has_every_action_of_every_front_end() -> None:
    listed = {
        f"{table}.{one}" for _, row in rows(ACTIONS) for table, _, all_ in [row.partition(": ")] for one in all_.split()
    }
    keys = ((table.id, row.action) for table in (*SCREENS, APP) for row in table.rows if row.action)
    found = {action if action.startswith("app.") else f"{table}.{action}" for table, action in keys}
    assert listed == found | {f"plain.{command.name}" for command in COMMANDS}


@pytest.mark.parametrize("rules", [ASSESSMENT, EXAMINATION, DRILL, REVIEW])
def test_what_is_not_listed_is_closed(rules: Rules) -> None:
    assert not rules.action("exercise", "new_action")
    assert not rules.action("plain", "new")
    assert not rules.screen("new")


def test_the_kinds_of_help() -> None:
    assert [one for one, rules in VALUES.items() if rules.help] == [*"pwrd"]
    assert [one for one, rules in VALUES.items() if rules.live] == [*"pw"]
    assert [one for one, rules in VALUES.items() if rules.tells_class] == [*"pwrda"]


def test_a_workshop_and_an_examination_are_filled_from_their_file() -> None:
    assert rules_of(None) is PRACTICE
    now = datetime(2026, 5, 4, 9, tzinfo=timezone.utc)
    day = rules_of(COURSE_DAY)
    assert (day.kind, day.hints) == ("workshop", COURSE_DAY.hints)
    assert isinstance(COURSE_DAY.solutions, datetime)
    assert day.held("solutions", COURSE_DAY.solutions - timedelta(hours=1)).startswith(
        "This workshop shows solutions from"
    )
    assert day.held("solutions", COURSE_DAY.solutions) == ""
    assert EXAMINATION.held("hints", now) == "This workshop shows no hints."
    assert EXAMINATION.never("hints")


def test_a_drill_keeps_back_what_its_workshop_keeps_back() -> None:
    day = rules_of(COURSE_DAY)
    assert DRILL.over(day).solutions == day.solutions
    assert not DRILL.over(day).action("plain", "placement")
    assert DRILL.over(PRACTICE).action("plain", "placement")
    passed = DRILL.over(day, passed=True)
    assert passed.solutions == day.solutions
    assert passed.screen("lookup")
    for action, drill, review in (("solution", True, True), ("again", True, False), ("hint", False, False)):
        assert passed.action("exercise", action) is drill
        assert REVIEW.over(day, passed=True).action("exercise", action) is review


def test_only_a_test_shows_no_verdict_before_its_end() -> None:
    assert [rules for rules in VALUES.values() if not rules.verdicts] == [ASSESSMENT]
