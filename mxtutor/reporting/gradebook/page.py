"""The page of a class: what to explain next, who is stuck, who handed in nothing, then the grid of all results.

The page is one file that loads nothing. Without its script it is complete; the script sorts, folds and shows details.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from mxtutor.classroom.gradebook import Gradebook, Result
from mxtutor.classroom.hand_ins import Unread
from mxtutor.classroom.insights import Stuck, Topic, absent, explain_next, stuck
from mxtutor.grading.protocol import Verdict
from mxtutor.reporting.gradebook.markup import asset, data_script, head, prose, text
from mxtutor.reporting.gradebook.summary import PARTIAL, points_text
from mxtutor.reporting.words import VERDICT_MARKS, VERDICT_WORDS
from mxtutor.suggest import did_you_mean

SHOWN_FIRST = 8
"""Mistakes that the page shows at once; the others are folded."""
MOST_TOPICS = 40
SHOWN_STUCK = 15
"""Learners who are stuck that the page shows at once."""
SHOWN_UNREAD = 40
"""Files that could not be read that the page shows at once."""
CLASSES = dict(zip(Verdict, "rwetcb", strict=True))
"""One letter per verdict, for the style of a cell."""


def page_parts(book: Gradebook) -> Iterator[str]:
    """Yield the page piece by piece."""
    topics = len({identity.partition("/")[0] for identity in book.exercises})
    folding = "".join(f"#grid.f{number} .t{number}{{display:none}}" for number in range(topics))
    styles, script = asset("page.css") + folding, asset("page.js")
    yield head("mxtutor: class", styles, script)
    yield _top(book)
    yield from _explain(book)
    yield from _stuck(book)
    yield from _absent(book)
    yield from _grid(book)
    yield from _instructors(book)
    yield from _unread(book)
    yield f"<script>{script}</script>\n</body></html>\n"


def _top(book: Gradebook) -> str:
    header = book.header
    answers = sum(1 for _ in book.all())
    right = sum(result.right for result in book.all())
    share = f", {right / answers:.0%} of them right" if answers else ""
    partial = f'<p class="warn" role="alert"><strong>Partial.</strong> {PARTIAL}</p>' if book.partial else ""
    facts = {
        "Graded": header.started,
        "Versions": header.versions_text,
        "Content": header.content[:12],
        "Seed": str(header.seed),
        "Options": header.options_text,
    }
    rows = "".join(f"<dt>{name}<dd>{text(value)}" for name, value in facts.items() if value)
    names = '<p class="note">Names are hidden.</p>' if book.anonymous else ""
    return (
        f"<header><h1>Class</h1>{partial}<p>{_count(len(book.learners), 'learner')}, "
        f"{_count(answers, 'answer')}{share}, {_count(book.total, 'exercise')} set.</p>{names}"
        '<nav aria-label="Parts of the page"><a href="#explain">Explain next</a> <a href="#stuck">Who is stuck</a> '
        '<a href="#absent">Nothing to grade</a> <a href="#all">All results</a></nav>'
        f'<details class="facts"><summary>How it was graded</summary><dl>{rows}</dl></details></header>\n'
    )


def _count(number: int, word: str) -> str:
    return f"{number:,} {word}{'' if number == 1 else 's'}"


def _explain(book: Gradebook) -> Iterator[str]:
    topics = explain_next(book, MOST_TOPICS)
    yield '<section id="explain"><h2>Explain next</h2>\n'
    if not topics:
        yield "<p>Every graded answer is right.</p></section>\n"
        return
    first, rest = topics[:SHOWN_FIRST], topics[SHOWN_FIRST:]
    yield '<ol class="topics">' + "".join(_topic(book, one) for one in first) + "</ol>\n"
    if rest:
        yield f"<details><summary>{_count(len(rest), 'more mistake')}</summary>"
        yield f'<ol class="topics" start="{len(first) + 1}">' + "".join(_topic(book, one) for one in rest)
        yield "</ol></details>\n"
    yield "</section>\n"


def _topic(book: Gradebook, one: Topic) -> str:
    title = book.titles.get(one.exercise, "")
    kind = prose(one.text) if one.code else f"No known mistake; most often: {prose(one.text)}"
    sample = ""
    if one.sample:
        usual = f" ({one.same} wrote exactly this)" if one.same > 1 else ""
        sample = f"<details><summary>One answer{usual}</summary><pre><code>{text(one.sample)}</code></pre></details>"
    return (
        f'<li><p class="what">{kind}</p><p class="where"><b>{text(one.exercise)}</b> {text(title)}</p>'
        f'<p class="share"><meter min="0" max="{one.tried}" value="{one.learners}"></meter> '
        f"{one.learners} of {one.tried} who tried ({one.share:.0%})</p>{sample}</li>\n"
    )


def _stuck(book: Gradebook) -> Iterator[str]:
    found = stuck(book)
    yield '<section id="stuck"><h2>Who is stuck</h2>\n'
    if not found:
        yield "<p>No learner is stuck: none has three answers that are not right and make up half of all answers, "
        yield "or the same mistake in three exercises.</p></section>\n"
        return
    yield from _stuck_table(found[:SHOWN_STUCK])
    if rest := found[SHOWN_STUCK:]:
        yield f"<details><summary>{_count(len(rest), 'more learner')}</summary>\n"
        yield from _stuck_table(rest)
        yield "</details>\n"
    yield "</section>\n"


def _stuck_table(found: Sequence[Stuck]) -> Iterator[str]:
    yield "<div class=scroll><table><thead><tr><th>Learner<th>Not right<th>Tried<th>The same mistake again"
    yield "</thead><tbody>\n"
    for one in found:
        again = "".join(
            f"<li>{prose(mistake.text)} "
            f"<small>({len(mistake.exercises)} times: {text(', '.join(mistake.exercises))})</small>"
            for mistake in one.repeated
        )
        cells = f'<td class="n">{one.missed}<td class="n">{one.tried}<td>{f"<ul>{again}</ul>" if again else ""}'
        yield f"<tr><th scope=row>{text(one.learner)}{cells}\n"
    yield "</tbody></table></div>\n"


def _absent(book: Gradebook) -> Iterator[str]:
    found = absent(book)
    yield '<section id="absent"><h2>Nothing to grade</h2>\n'
    for title, names in (
        ("Handed in nothing", found.nothing),
        ("Handed in, but nothing can be read", found.unreadable),
    ):
        listed = "".join(f"<li>{text(name)}" for name in names)
        yield f"<h3>{title}: {len(names)}</h3>" + (f'<ul class="names">{listed}</ul>\n' if names else "\n")
    yield "</section>\n"


def _grid(book: Gradebook) -> Iterator[str]:
    tried = {result.exercise for result in book.all()}
    ids = [identity for identity in book.exercises if identity in tried]
    topics = [(name, list(own)) for name, own in groupby(ids, key=lambda identity: identity.partition("/")[0])]
    yield '<section id="all"><h2>All results</h2>\n'
    legend = "".join(
        f'<li><span class="mark {CLASSES[v]}">{VERDICT_MARKS[v]}</span> {VERDICT_WORDS[v]}' for v in Verdict
    )
    extra = '<li><span class="mark o">*</span> set by the instructor<li>⚑ flagged<li>empty: no answer'
    yield f'<ul class="legend" aria-label="Legend">{legend}{extra}</ul>\n'
    yield '<p class="tools" hidden><label>Find a learner <input type="search" id="find"></label> '
    yield '<button type="button" id="fold">Fold all topics</button> '
    yield "<small>Select a heading to sort. Arrow keys move between cells; "
    yield "the cell's details are below the grid.</small></p>\n"
    yield '<div class="frame" tabindex="0" role="region" aria-label="All results"><table id="grid">'
    yield _columns(topics)
    yield _grid_head(book, topics)
    yield "<tbody>\n"
    texts: dict[str, int] = {}
    details: list[list[list[object] | int]] = []
    for learner in book.learners:
        own = {result.exercise: result for result in book.of(learner)}
        yield _row(book, learner, own, topics)
        details.append([_details(texts, own[i]) if i in own else 0 for i in ids])
    yield "</tbody></table></div>\n"
    yield '<div id="details" aria-live="polite" hidden></div>\n'
    words = {CLASSES[v]: VERDICT_WORDS[v] for v in Verdict}
    yield data_script("data", {"texts": list(texts), "cells": details, "ids": ids, "words": words}) + "</section>\n"


def _columns(topics: Sequence[tuple[str, list[str]]]) -> str:
    groups = "".join(f'<col class="s"><col span="{len(own)}" class="x t{n}">' for n, (_, own) in enumerate(topics))
    return f'<colgroup><col class="l"><col class="s">{groups}</colgroup>'


def _grid_head(book: Gradebook, topics: Sequence[tuple[str, list[str]]]) -> str:
    counts: dict[str, list[int]] = {}
    for result in book.all():
        found = counts.setdefault(result.exercise, [0, 0])
        found[0] += result.right
        found[1] += 1
    points = " and points" if book.scoring else ""
    one = [
        '<tr><th rowspan="2" class="name" data-sort="name"><button>Learner</button>',
        f'<th rowspan="2" class="sum" data-sort="sum"><button title="Right of handed in{points}">Right</button>',
    ]
    two = ["<tr>"]
    three = ['<tr class="totals"><th class="name">right of tried', f'<th class="sum">{_ratio(counts.values())}']
    column = 0
    for number, (name, own) in enumerate(topics):
        one.append(f'<th colspan="{len(own) + 1}" class="topic" data-topic="{number}"><button>{text(name)}</button>')
        two.append(f'<th class="sum" data-sort="t{number}"><button title="Right answers in this topic">all</button>')
        three.append(f'<th class="sum">{_ratio([counts[i] for i in own])}')
        for identity in own:
            title = book.titles.get(identity, "")
            slug = identity.partition("/")[2]
            two.append(
                f'<th class="x t{number}" data-sort="{column}"><button title="{text(title)}">{text(slug)}</button>'
            )
            right, tried = counts[identity]
            three.append(f'<th class="x t{number}" title="{right} of {tried}">{right}<br>{tried}')
            column += 1
    return f"<thead>{''.join(one)}\n{''.join(two)}\n{''.join(three)}</thead>\n"


def _ratio(counts: Iterable[Sequence[int]]) -> str:
    pairs = list(counts)
    return f"{sum(right for right, _ in pairs)}<br>{sum(tried for _, tried in pairs)}"


def _row(book: Gradebook, learner: str, own: dict[str, Result], topics: Sequence[tuple[str, list[str]]]) -> str:
    right = sum(result.right for result in own.values())
    score = book.total_score(learner)
    points = f"<br>{text(points_text(score))}" if score else ""
    cells = [f"<tr><th scope=row>{text(learner)}<td class=s data-v={right}>{right}/{len(own)}{points}"]
    for number, (_, ids) in enumerate(topics):
        given = [own[i] for i in ids if i in own]
        good = sum(result.right for result in given)
        cells.append(f"<td class=s data-v={good}>{f'{good}/{len(given)}' if given else ''}")
        cells += [_cell(own.get(identity), number) for identity in ids]
    return "".join(cells) + "\n"


def _cell(result: Result | None, topic: int) -> str:
    if result is None:
        return f"<td class=t{topic}>"
    mark = VERDICT_MARKS[result.verdict] + ("*" if result.override else "") + ("⚑" if result.flags else "")
    return f'<td class="{CLASSES[result.verdict]} t{topic}">{mark}'


def _details(texts: dict[str, int], result: Result) -> list[object]:
    """Return what the page shows about a cell; texts are numbers in the list of all texts, which repeat in a class."""

    def number(value: str) -> int:
        return texts.setdefault(value, len(texts))

    found: list[object] = [
        number(result.headline),
        [number(mistake.text) for mistake in result.mistakes],
        result.cases_right,
        result.cases,
    ]
    flags = [number(flag.text) for flag in result.flags]
    made = ""
    if result.override:
        was = f" The grader's verdict was: {VERDICT_WORDS[result.graded]}." if result.place >= 0 else ""
        old = " It was made for an earlier answer." if result.outdated else ""
        made = f"Set by the instructor: {result.override.reason}.{was}{old}"
    if flags or made or result.late:
        found += [flags, made, int(result.late)]
    return found


def _instructors(book: Gradebook) -> Iterator[str]:
    made = [result for result in book.all() if result.override]
    if not made:
        return
    heads = "".join(f"<th>{name}" for name in ("Learner", "Exercise", "Verdict", "The grader's", "Reason", "When"))
    yield f'<section id="overrides"><h2>Set by the instructor</h2><div class=scroll><table><thead><tr>{heads}</thead>'
    yield "<tbody>\n"
    for result in made:
        if result.override:
            was = VERDICT_WORDS[result.graded] if result.place >= 0 else "not graded"
            note = " (for an earlier answer)" if result.outdated else ""
            yield f"<tr><th scope=row>{text(result.learner)}<td>{text(result.exercise)}"
            yield f"<td>{VERDICT_WORDS[result.verdict]}<td>{was}<td>{text(result.override.reason)}{note}"
            yield f"<td>{text(result.override.at)}\n"
    yield "</tbody></table></div></section>\n"


def _unread(book: Gradebook) -> Iterator[str]:
    if not book.unread:
        return
    yield f'<section id="unread"><h2>Not read: {len(book.unread)}</h2><ul>\n'
    yield from map(_unread_item, book.unread[:SHOWN_UNREAD])
    yield "</ul>\n"
    if rest := book.unread[SHOWN_UNREAD:]:
        yield f"<details><summary>{_count(len(rest), 'more file')}</summary><ul>\n"
        yield from map(_unread_item, rest)
        yield "</ul></details>\n"
    yield "</section>\n"


def _unread_item(one: Unread) -> str:
    hint = did_you_mean([one.nearest] if one.nearest else [])
    return f"<li><b>{text(one.path)}</b> {text(one.reason)} {text(hint)}\n"
