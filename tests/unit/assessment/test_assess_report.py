"""Reports of assessments and the table of a team: what they say, their forms, and files that are damaged or foreign."""

from __future__ import annotations

import csv
import io
from contextlib import closing
from html.parser import HTMLParser
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner

from mxtutor.assessment.records import KIND, AssessmentReport, Blueprint, Interval, Sites
from mxtutor.assessment.report import LEAST_ASKED, report_of, study_path
from mxtutor.assessment.session import Assessment
from mxtutor.assessment.team import merge, read_report
from mxtutor.cli.files import encoded
from mxtutor.cli.run import run
from mxtutor.cli.setup import Setup
from mxtutor.content.plan import plan_faults
from mxtutor.errors import UsageError
from mxtutor.progress.assessments import SessionStore
from mxtutor.progress.store import open_store
from mxtutor.reporting.assess_page import report_page, team_csv, team_page
from mxtutor.reporting.assess_words import NEXT, bar, basis, headline, project_lines, study_lines, summary
from mxtutor.reporting.document import html_text, markdown_text
from tests.unit.assessment.assess_course import TOPICS, answer_all, course, items, plan, session, spend

BAD_NAME = "<b>Ann|`x`</b>\x1b[2J\u202e"


def made(
    folder: Path,
    level: float,
    name: str = "Ann",
    *,
    chosen: Blueprint | None = None,
    titles: dict[str, str] | None = None,
) -> AssessmentReport:
    """Return the report of a learner who can do all items up to a difficulty."""
    bank = items()
    test = session(bank, chosen or plan(bank))
    test.saved.learner = name
    answer_all(test, lambda item: item.difficulty <= level)
    return report_of(test, course(folder, bank), titles or {one: f"Title of {one}" for one in bank})


def on_sites(taught: dict[str, int]) -> Blueprint:
    bank = items()
    sites = Sites(("demo",), sum(taught.values()) + 30, 20, taught)
    weights = {one: float(count) for one, count in taught.items()}
    return plan(bank, sites=sites, weights=weights, title="the project demo", topics=dict.fromkeys(TOPICS, 1.0))


def test_a_strong_learner_is_ready_and_a_weak_one_is_not(tmp_path: Path) -> None:
    strong, weak = made(tmp_path, 9.0), made(tmp_path, -9.0)
    assert strong.overall.mean > 0.7 > 0.3 > weak.overall.mean
    assert {topic.standing for topic in strong.topics} <= {"ready", "not-clear"}
    assert {topic.standing for topic in weak.topics} == {"not-ready"}
    assert any(topic.standing == "ready" for topic in strong.topics)
    assert strong.study_minutes < weak.study_minutes
    assert [topic.topic for topic in strong.topics] == list(TOPICS)
    assert strong.kind == KIND


def test_numbers_of_a_report_agree(tmp_path: Path) -> None:
    report = made(tmp_path, 0.0)
    assert sum(topic.asked for topic in report.topics) == len(report.items)
    assert sum(topic.right for topic in report.topics) == sum(item.outcome == "right" for item in report.items)
    for topic in report.topics:
        assert topic.share.low <= topic.share.mean <= topic.share.high
        assert topic.asked >= LEAST_ASKED
    assert report.study_minutes == sum(one.minutes for one in report.study)
    assert {one.exercise for one in report.study} <= set(report.chances)
    right = {item.exercise for item in report.items if item.outcome == "right"}
    assert not right & {one.exercise for one in report.study}
    assert msgspec.json.decode(encoded(report), type=AssessmentReport) == report


def test_few_items_are_said_to_be_few(tmp_path: Path) -> None:
    bank = items()
    test = session(bank)
    test.current()
    test.respond("right")
    test.end()
    report = report_of(test, course(tmp_path, bank), {})
    asked = [topic for topic in report.topics if topic.asked]
    assert [topic.standing for topic in asked] == ["not-clear"]
    assert {topic.standing for topic in report.topics if not topic.asked} == {"not-asked"}
    assert all(topic.share.high - topic.share.low > 0.4 for topic in report.topics if not topic.asked)
    assert any("Few items were asked" in line for line in report.cannot_tell)
    assert report.ended == "learner"


def test_a_report_says_what_was_not_graded_not_asked_and_not_written(tmp_path: Path) -> None:
    bank = items()
    own = {one: item for one, item in bank.items() if item.topic != "io"}
    test = session(own, plan(own))
    test.current()
    test.respond("failed")
    test.current()
    test.respond("skipped")
    test.end()
    text = " ".join(report_of(test, course(tmp_path, bank), {}).cannot_tell)
    assert "could not grade 1 item;" in text
    assert "nothing about io" in text
    assert "No right answer was written as code" in text
    assert "three logits" in text


def test_answers_that_nobody_had_time_to_read_are_marked(tmp_path: Path) -> None:
    bank = items()
    quick, calm = session(bank), session(bank)
    for test, seconds in ((quick, 2.0), (calm, 40.0)):
        while test.current() is not None:
            spend(test, seconds)
            test.respond("right", reading=20.0)
    hasty, usual = (report_of(test, course(tmp_path, bank), {}) for test in (quick, calm))
    assert all(topic.fast == topic.asked for topic in hasty.topics)
    assert not any(topic.standing == "ready" for topic in hasty.topics)
    assert any(topic.standing == "ready" for topic in usual.topics)
    assert f"{len(hasty.items)} answers came before the question could be read" in basis(hasty)
    assert "could be read" not in basis(usual)
    assert markdown_text(report_page(hasty)).count("right, too fast to have been read") == len(hasty.items)
    team = merge([(tmp_path / "a.json", hasty)])
    assert f"{len(hasty.items)} too fast" in markdown_text(team_page(team))


def test_the_share_of_a_projects_sites(tmp_path: Path) -> None:
    taught = {"tensors/e1": 40, "blocks/e4": 10}
    strong = made(tmp_path, 9.0, chosen=on_sites(taught)).project
    weak = made(tmp_path, -9.0, chosen=on_sites(taught)).project
    assert strong is not None
    assert weak is not None
    assert strong.share is not None
    assert weak.share is not None
    assert strong.share.mean > 0.8 > 0.2 > weak.share.mean
    assert (strong.sites, strong.same, strong.taught, strong.untaught) == (80, 20, 50, 10)
    assert strong.of_all.mean == pytest.approx((20 + 50 * strong.share.mean) / 80, abs=1e-3)
    assert strong.of_all.high <= 70 / 80
    assert weak.of_all.low >= 20 / 80
    lines = " ".join(project_lines(strong))
    assert "50 call sites of demo" in lines
    assert "without an exercise, counted as not ready: 10." in lines


def test_study_for_a_project_begins_with_what_unlocks_most_sites(tmp_path: Path) -> None:
    report = made(tmp_path, -9.0, chosen=on_sites({"tensors/e7": 3, "blocks/e4": 90, "io/e5": 30}))
    assert [one.exercise for one in report.study] == ["blocks/e4", "io/e5", "tensors/e7"]
    assert [one.sites for one in report.study] == [90, 30, 3]


def test_study_is_a_path_that_the_tutor_opens(tmp_path: Path) -> None:
    report = made(tmp_path, -1.0)
    path = study_path(report.title, report.study)
    assert path is not None
    assert plan_faults(path) == []
    assert sorted(path.exercises) == sorted(one.exercise for one in report.study)
    assert study_path("x", ()) is None


def test_words() -> None:
    assert bar(Interval(0.5, 0.2, 0.8), 10) == "..===#===."
    assert bar(Interval(1.0, 1.0, 1.0), 4) == "...#"


def test_a_long_list_to_study_is_cut_and_says_so(tmp_path: Path) -> None:
    report = made(tmp_path, -9.0)
    assert len(report.study) > NEXT
    lines = study_lines(report)
    assert len([line for line in lines if line.startswith("  ")]) == NEXT
    assert f"all {len(report.study)} exercises" in lines[0]


class Tags(HTMLParser):
    """Collects the tags and texts of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.seen: list[str] = []
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append(tag)
        assert not any(name in ("src", "href") or name.startswith("on") for name, _ in attrs)

    def handle_data(self, data: str) -> None:
        self.text += data


def test_pages_hold_everything_and_names_are_text(tmp_path: Path) -> None:
    titles = dict.fromkeys(items(), BAD_NAME)
    report = made(tmp_path, 0.0, BAD_NAME, titles=titles, chosen=on_sites({"tensors/e1": 40}))
    page = Tags()
    page.feed(html_text(report_page(report)))
    for part in (*(line.split(" (")[0] for line in report.cannot_tell), "What to study next", "call sites of demo"):
        assert part in page.text
    assert "script" not in page.seen
    assert page.seen.count("b") < 30
    assert "\x1b" not in page.text + markdown_text(report_page(report)) + "\n".join(summary(report)[:1])
    rows = [line for line in markdown_text(report_page(report)).splitlines() if line.startswith("| `")]
    assert rows
    assert all("<b>" not in row for row in rows)


def test_a_headline_is_honest_about_its_interval(tmp_path: Path) -> None:
    text = headline(made(tmp_path, 0.0))
    assert " to " in text
    assert "probably" in text


# Teams


def test_a_team_knows_who_can_review_whom(tmp_path: Path) -> None:
    people = [(tmp_path / f"{name}.json", made(tmp_path, level, name)) for name, level in (("Bo", -9.0), ("Al", 9.0))]
    team = merge(people)
    assert [person.name for person in team.people] == ["Al", "Bo"]
    for topic in team.topics:
        assert [member.name for member in topic.members] == ["Al", "Bo"]
        assert "Bo" in topic.reviewed
        assert "Bo" not in topic.reviewers
    assert any(topic.reviewers == ("Al",) for topic in team.topics)
    assert set(team.lacking) == {topic.topic for topic in team.topics if not topic.reviewers}
    assert all(one.partition("/")[0] not in team.lacking for one in team.lacking_exercises)
    assert team.notes == ()


def test_a_team_of_beginners_lacks_everything(tmp_path: Path) -> None:
    team = merge([(tmp_path / "a.json", made(tmp_path, -9.0, "A"))])
    assert set(team.lacking) == set(TOPICS)
    assert "No member is clearly ready" in markdown_text(team_page(team))


def test_files_of_one_name_in_two_folders_are_two_people(tmp_path: Path) -> None:
    report = made(tmp_path, 0.0, "")
    files = [tmp_path / "ana" / "report.json", tmp_path / "ben" / "report.json", tmp_path / "eva.json"]
    team = merge([(file, report) for file in (*files, files[0])])
    assert [one.name for one in team.people] == ["ana/report", "ben/report", "eva"]


def test_the_newer_of_two_reports_counts(tmp_path: Path) -> None:
    old = msgspec.structs.replace(made(tmp_path, -9.0), finished="2026-01-01T00:00:00+00:00")
    new = msgspec.structs.replace(made(tmp_path, 9.0), finished="2026-02-01T00:00:00+00:00")
    for order in ([old, new], [new, old]):
        team = merge([(tmp_path / f"{number}.json", report) for number, report in enumerate(order)])
        assert len(team.people) == 1
        assert team.people[0].overall == new.overall
        assert "several reports" in team.notes[0]


def test_reports_without_a_name_get_the_files_name_and_other_subjects_a_note(tmp_path: Path) -> None:
    one = made(tmp_path, 0.0, "")
    other = made(tmp_path, 0.0, "Zoe", chosen=on_sites({"tensors/e1": 40}))
    team = merge([(tmp_path / "carla.json", one), (tmp_path / "z.json", other)])
    assert {person.name for person in team.people} == {"carla", "Zoe"}
    assert any("different exercises" in note for note in team.notes)


def test_the_forms_of_a_team(tmp_path: Path) -> None:
    people = [("a.json", made(tmp_path, 0.0, "=cmd()")), ("b.json", made(tmp_path, 1.0, BAD_NAME))]
    team = merge([(tmp_path / file, report) for file, report in people])
    rows = list(csv.DictReader(io.StringIO(team_csv(team))))
    assert len(rows) == 2 * len(TOPICS)
    assert not any(row["name"].startswith("=") for row in rows)
    assert all(0 <= float(row["low"]) <= float(row["share"]) <= float(row["high"]) <= 1 for row in rows)
    page = Tags()
    page.feed(html_text(team_page(team)))
    assert "Who can review whose port" in page.text
    assert "| topic | can review | ports to review |" in markdown_text(team_page(team))


def test_a_merge_needs_reports() -> None:
    with pytest.raises(UsageError, match="no reports"):
        merge([])


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "not a report"),
        ("{", "not a report"),
        ("[]", "not a report"),
        ('{"version": 1, "files": 3}', "not a report"),
        ('{"version": 1, "kind": "something"}', "not a report"),
        ('{"version": 1, "kind": "mxtutor-team", "people": []}', "merged table"),
        ('{"version": 7, "kind": "mxtutor-assessment"}', "version 7"),
        ('{"version": 1, "kind": "mxtutor-assessment"}', "not a report"),
        ("[" * 50_000, "not a report"),
    ],
)
def test_foreign_and_damaged_files_are_one_line(tmp_path: Path, text: str, says: str) -> None:
    file = tmp_path / "x.json"
    file.write_text(text)
    with pytest.raises(UsageError, match=says) as caught:
        read_report(file)
    assert "\n" not in str(caught.value)
    assert str(file) in str(caught.value)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"mean":', '"mean":7'),
        ('"mean":0.', '"mean":-0.'),
        ('"asked":', '"asked":-'),
        ('"standing":"', '"standing":"x'),
        ('"right":', '"right":9'),
        ('"mean":0.', '"mean":"a'),
    ],
)
def test_reports_with_impossible_numbers_are_refused(tmp_path: Path, old: str, new: str) -> None:
    file = tmp_path / "x.json"
    text = encoded(made(tmp_path, 0.0))
    assert old in text
    file.write_text(text.replace(old, new))
    with pytest.raises(UsageError):
        read_report(file)


def test_fields_of_later_releases_are_ignored_and_left_out_ones_have_values(tmp_path: Path) -> None:
    report = msgspec.json.decode(encoded(made(tmp_path, 0.0)))
    report["later"] = {"x": 1}
    for key in ("chances", "versions", "project"):
        report.pop(key)
    file = tmp_path / "x.json"
    file.write_bytes(msgspec.json.encode(report))
    assert read_report(file).chances == {}


@pytest.mark.parametrize("what", ["missing", "folder", "device", "binary"])
def test_what_is_no_file_is_one_line(tmp_path: Path, what: str) -> None:
    path = {"missing": tmp_path / "no.json", "folder": tmp_path, "device": Path("/dev/zero")}.get(what)
    if path is None:
        path = tmp_path / "b.json"
        path.write_bytes(bytes(range(256)))
    with pytest.raises(UsageError):
        read_report(path)


# The command


def command(*arguments: object) -> int:
    """Carry out a command line and return its exit code."""
    return run([str(a) for a in arguments], Setup(make_grader=None, make_local_grader=None))  # type: ignore[arg-type]


def finished(home: Path, level: float = 0.0) -> AssessmentReport:
    """Store a finished session, and return its report."""
    bank = items()
    with closing(open_store(home)) as progress:
        test: Assessment = session(bank, keep=SessionStore(progress).save)
        answer_all(test, lambda item: item.difficulty <= level)
        test.saved.report = report_of(test, course(home, bank), {})
        test.save()
    return test.saved.report


def test_the_last_report_is_printed_and_written(home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    report = finished(home)
    outputs = [tmp_path / f"r{ending}" for ending in (".json", ".md", ".html")]
    options = [part for output in outputs for part in ("--out", output)]
    assert command("assess", "--json", *options, "--path-out", tmp_path / "p.json") == 0
    assert msgspec.json.decode(capsys.readouterr().out, type=AssessmentReport) == report
    assert read_report(outputs[0]) == report
    assert (tmp_path / "p.json").stat().st_mode & 0o777 == 0o600
    assert command("assess", "--last") == 0
    printed = capsys.readouterr().out
    assert "What this test cannot tell" in printed
    assert max(map(len, printed.splitlines())) <= 100
    for option in ("--out", "--path-out"):  # nothing can be written there, and the report is printed all the same
        assert command("assess", "--last", option, "/proc/r.json") == 2
        assert capsys.readouterr().out == printed
    assert command("assess", "merge", outputs[0], "--out", tmp_path / "t.csv", "--json") == 0
    assert '"kind":"mxtutor-team"' in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("--last",), "no finished assessment"),
        (("--json",), "no finished assessment"),
        ((), "needs a terminal"),
        (("--minutes", "0"), "minutes"),
        (("--minutes", "nan"), "minutes"),
        (("--out", "x.pdf"), "must end in"),
        (("--out", "/no/folder/x.json"), "cannot be written"),
        (("--name", "a\nb"), "one line"),
        (("merge",), "FILE"),
        (("merge", "/nowhere.json"), "no file"),
        (("merge", "x.json", "--out", "x.xml"), "must end in"),
    ],
)
def test_bad_options_are_one_line(
    arguments: tuple[str, ...], says: str, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert command("assess", *arguments) == 2
    captured = capsys.readouterr()
    assert says in captured.err
    assert captured.err.count("\n") == 1
    assert captured.out == ""


def test_the_help_names_every_option() -> None:
    from mxtutor.cli.assess import assess

    text = CliRunner().invoke(assess, ["--help"]).output
    for option in ("--path", "--scan", "--minutes", "--out", "--json", "merge"):
        assert option in text
