"""Reports of assessments, of one person or of a team, as one HTML page that needs nothing else."""

from __future__ import annotations

import html
from collections.abc import Iterator

from mxtutor.assessment.records import Interval, Report, Standing
from mxtutor.assessment.team import Team
from mxtutor.reporting.assess_markdown import lacking_text
from mxtutor.reporting.assess_words import (
    OUTCOME_WORDS,
    STANDING_WORDS,
    basis,
    headline,
    interval_text,
    meaning,
    percent,
    project_lines,
    topic_text,
)
from mxtutor.reporting.durations import duration
from mxtutor.reporting.sanitize import clean_line

_PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<style>
:root{{color-scheme:light dark;--ready:#3c8c4a;--not-ready:#b3261e;--not-clear:#c29d0b;--not-asked:#8a8a8a}}
body{{font:15px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:64rem;padding:0 1rem}}
h1{{font-size:1.5rem}}h2{{font-size:1.15rem;margin-top:2rem}}code{{font:13px/1.4 ui-monospace,monospace}}
.box{{border-left:.3rem solid var(--not-clear);padding:.1rem 1rem;background:#8881}}
.wide{{overflow-x:auto}}
table{{border-collapse:collapse;width:100%}}
td,th{{text-align:left;padding:.2rem .5rem;border-bottom:1px solid #8884;vertical-align:top}}
td.n,th.n{{text-align:right;white-space:nowrap}}
.bar{{position:relative;height:1.1rem;min-width:8rem;background:#8882;border-radius:.2rem}}
.bar span,.bar b{{position:absolute;top:0;bottom:0}}.bar span{{opacity:.55;border-radius:.2rem}}
.bar b{{width:3px;margin-left:-1px;background:currentColor}}
.ready{{background:var(--ready)}}.not-ready{{background:var(--not-ready)}}
.not-clear{{background:var(--not-clear)}}.not-asked{{background:var(--not-asked)}}
.key{{display:inline-block;width:.8rem;height:.8rem;margin-right:.4rem;border-radius:.15rem}}
.dim{{opacity:.7}}details summary{{cursor:pointer}}
</style></head><body>
{body}
</body></html>
"""


def report_html(report: Report) -> str:
    """Return the page about one person."""
    whose = f": {_text(report.learner)}" if report.learner else ""
    return _PAGE.format(title=f"mxtutor assess{whose}", body="\n".join(_report(report, whose)))


def team_html(team: Team) -> str:
    """Return the page about a team."""
    return _PAGE.format(title="mxtutor assess: the team", body="\n".join(_team(team)))


def _report(report: Report, whose: str) -> Iterator[str]:
    yield f"<h1>Readiness for MXNet{whose}</h1><p><b>{_text(headline(report))}</b><br>{_text(basis(report))}</p>"
    yield "<h2>Topics</h2><div class=wide><table>"
    yield "<tr><th>topic<th style='width:35%'>can do<th>share<th>standing<th>basis</tr>"
    for topic in report.topics:
        yield (
            f"<tr><td><b>{_text(topic.topic)}</b><br><span class=dim>{_text(topic.title)}</span>"
            f"<td>{_bar(topic.share, topic.standing)}<td>{interval_text(topic.share)} of {topic.exercises}"
            f"<td>{_key(topic.standing)}<td>{topic_text(topic)}</tr>"
        )
    yield f"</table></div><p class=dim>{_text(meaning(report))}</p>"
    if report.project is not None:
        yield "<h2>Project</h2>"
        if report.project.share is not None:
            yield _bar(report.project.share, "not-asked")
        yield from (f"<p>{_text(line)}</p>" for line in project_lines(report.project))
    yield "<h2>What to study next</h2>"
    yield from _study(report)
    lines = "".join(f"<li>{_text(line)}" for line in report.cannot_tell)
    yield f'<section class="box"><h2>What this test cannot tell</h2><ul>{lines}</ul></section>'
    yield f"<h2>Items</h2><details><summary>{len(report.items)} items</summary><div class=wide><table>"
    yield '<tr><th>item<th>result<th class="n">seconds<th class="n">seed</tr>'
    for item in report.items:
        yield (
            f"<tr><td><code>{_text(item.exercise)}</code><td>{OUTCOME_WORDS[item.outcome]}"
            f'<td class="n">{item.seconds:.0f}<td class="n">{item.seed}</tr>'
        )
    versions = ", ".join(f"{name} {version}" for name, version in report.versions.items())
    end = f"Begun {report.begun}, finished {report.finished}. {versions}."
    yield f"</table></div></details><p class=dim>{_text(end)}</p>"


def _study(report: Report) -> Iterator[str]:
    if not report.study:
        yield "<p>Nothing is left to study here: each exercise is probably known.</p>"
        return
    sites = report.project is not None
    yield f"<p>{len(report.study)} exercises, {duration(report.study_minutes)}, the most useful first.</p>"
    yield "<div class=wide><table><tr><th>exercise<th>lesson<th class=n>minutes<th class=n>known with"
    yield f"{'<th class=n>sites' if sites else ''}</tr>"
    for one in report.study:
        yield (
            f"<tr><td><code>{_text(one.exercise)}</code> {_text(one.title)}<td>{_text(one.lesson)}"
            f"<td class=n>{one.minutes:g}<td class=n>{percent(one.chance)}"
            f"{f'<td class=n>{one.sites}' if sites else ''}</tr>"
        )
    yield "</table></div>"


def _team(team: Team) -> Iterator[str]:
    yield "<h1>Readiness of the team for MXNet</h1>"
    notes = "".join(f"<li>{_text(note)}" for note in team.notes)
    lacks = _text(lacking_text(team))
    yield f'<section class="box"><h2>What the team lacks</h2><p>{lacks}</p><ul>{notes}</ul></section>'
    names = [person.name for person in team.people]
    yield (
        "<h2>Topics</h2><div class=wide><table><tr><th>topic" + "".join(f"<th>{_text(one)}" for one in names) + "</tr>"
    )
    for topic in team.topics:
        by_name = {member.name: member for member in topic.members}
        cells = "".join(
            f"<td>{_bar(by_name[one].share, by_name[one].standing)}{interval_text(by_name[one].share)}<br>"
            f"{_key(by_name[one].standing)}"
            if one in by_name
            else "<td>"
            for one in names
        )
        yield f"<tr><td><b>{_text(topic.topic)}</b>{cells}</tr>"
    yield "</table></div><h2>Who can review whose port</h2><table><tr><th>topic<th>can review<th>ports to review</tr>"
    for topic in team.topics:
        reviewers = ", ".join(topic.reviewers) or "nobody"
        yield f"<tr><td>{_text(topic.topic)}<td>{_text(reviewers)}<td>{_text(', '.join(topic.reviewed) or 'none')}</tr>"
    yield "</table><h2>People</h2><div class=wide><table>"
    yield "<tr><th>name<th>about<th>can do<th>project<th>asked<th>to study</tr>"
    for person in team.people:
        project = interval_text(person.project) if person.project else ""
        yield (
            f"<tr><td>{_text(person.name)}<td>{_text(person.title)}<td>{interval_text(person.overall)}<td>{project}"
            f"<td>{person.asked} in {duration(person.minutes)}<td>{duration(person.study_minutes)}</tr>"
        )
    yield "</table></div>"


def _bar(share: Interval, standing: Standing) -> str:
    label = f"{interval_text(share)}"
    return (
        f'<div class="bar" role="img" aria-label="{label}"><span class="{standing}" style="left:{100 * share.low:.1f}%;'
        f'width:{100 * (share.high - share.low):.1f}%"></span><b style="left:{100 * share.mean:.1f}%"></b></div>'
    )


def _key(standing: Standing) -> str:
    return f'<span class="key {standing}"></span>{STANDING_WORDS[standing]}'


def _text(text: str) -> str:
    return html.escape(clean_line(text))
