"""A scan's report as one HTML page that needs nothing else."""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Iterator

from mxtutor.reporting.sanitize import clean_line
from mxtutor.reporting.scan_text import (
    EFFORT_WORDS,
    PATTERN_WORDS,
    by_effort,
    heat,
    origin,
    path_sentence,
    patterns_of,
    percent,
    stops,
    title,
    understood,
)
from mxtutor.scan.records import EFFORTS, ApiRecord, Effort, ScanReport, SiteRecord

_PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>mxtutor scan: {title}</title>
<style>
:root{{color-scheme:light dark;--stop:#b3261e;--behaviour:#d9730d;--arguments:#c29d0b;--renamed:#2f7fc1;--same:#3c8c4a;--unknown:#8a8a8a}}
body{{font:15px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:64rem;padding:0 1rem}}
h1{{font-size:1.5rem}}h2{{font-size:1.15rem;margin-top:2rem}}code,pre{{font:13px/1.4 ui-monospace,monospace}}
pre{{background:#8881;padding:.5rem;overflow-x:auto;margin:.3rem 0}}
.box{{border-left:.3rem solid var(--stop);padding:.1rem 1rem;background:#8881}}
table{{border-collapse:collapse;width:100%}}td,th{{text-align:left;padding:.2rem .5rem;border-bottom:1px solid #8884;vertical-align:top}}
td.n,th.n{{text-align:right;white-space:nowrap}}
.bar{{display:flex;height:1.4rem;border-radius:.2rem;overflow:hidden;background:#8882}}.bar span{{display:block}}
.heat{{display:flex;height:.8rem;background:#8882;min-width:2px}}
.key{{display:inline-block;width:.8rem;height:.8rem;margin-right:.4rem;border-radius:.15rem}}
.stop{{background:var(--stop)}}.behaviour{{background:var(--behaviour)}}.arguments{{background:var(--arguments)}}
.renamed{{background:var(--renamed)}}.same{{background:var(--same)}}.unknown{{background:var(--unknown)}}
details{{border-bottom:1px solid #8884;padding:.25rem 0}}summary{{cursor:pointer}}summary b{{font-weight:600}}
ul.sites{{margin:.3rem 0;padding-left:1.2rem}}.dim{{opacity:.7}}td.file{{word-break:break-all}}
</style></head><body>
{body}
</body></html>
"""


def scan_html(report: ScanReport, form: Callable[[SiteRecord], str]) -> str:
    """Return the page; `form` gives the MXNet form of a site."""
    names = _text(", ".join(report.projects))
    return _PAGE.format(title=names, body="\n".join(_body(report, form)))


def _body(report: ScanReport, form: Callable[[SiteRecord], str]) -> Iterator[str]:
    yield f"<h1>{_text(title(report))}</h1>"
    decides = "".join(f"<li>{_prose(one)}" for one in report.decides)
    yield f'<section class="box"><h2>What decides</h2><ul>{decides}</ul></section>'
    yield "<h2>Summary</h2>"
    sentences = (*origin(report), understood(report), stops(report))
    told = "".join(f"<br>{_text(one)}" for one in sentences)
    yield f"<p>{report.files} files, {report.lines} lines, {report.seconds:.1f} s.{told}</p>"
    yield _bar(report.effort, report.calls)
    yield '<table><tr><th>effort<th class="n">sites<th class="n">share<th>meaning</tr>'
    for effort in EFFORTS:
        count = report.effort.get(effort, 0)
        yield (
            f'<tr><td><span class="key {effort}"></span>{effort}<td class="n">{count}<td class="n">'
            f"{_text(percent(count, report.calls))}<td>{EFFORT_WORDS[effort]}</tr>"
        )
    yield "</table>"
    if report.libraries:
        listed = ", ".join(f"{_text(name)} {count}" for name, count in report.libraries.items())
        yield f"<p>Other packages on top of torch, with their files: {listed}.</p>"
    yield from _practice(report)
    yield from _patterns(report)
    yield from _names(report, form)
    yield from _files(report)
    yield from _unclear(report)
    if report.skipped:
        yield "<h2>Not read</h2><ul>"
        yield from (f"<li><code>{_text(one.file)}</code>: {_text(one.reason)}" for one in report.skipped)
        yield "</ul>"


def _bar(efforts: dict[str, int] | dict[Effort, int], total: int) -> str:
    parts = "".join(
        f'<span class="{effort}" style="width:{100 * count / total:.2f}%" title="{effort}: {count}"></span>'
        for effort in EFFORTS
        if total and (count := efforts.get(effort, 0))
    )
    return f'<div class="bar" role="img" aria-label="shares of effort">{parts}</div>'


def _practice(report: ScanReport) -> Iterator[str]:
    yield f"<h2>Practice</h2><p>{_text(path_sentence(report))}</p>"
    if report.path:
        yield f"<details><summary>{len(report.path)} exercises</summary><ol>"
        yield from (f"<li><code>{_text(one)}</code>" for one in report.path)
        yield "</ol></details>"


def _patterns(report: ScanReport) -> Iterator[str]:
    found = patterns_of(report)
    if not found:
        return
    yield "<h2>Patterns</h2>"
    for kind, count, note in found:
        yield f"<details><summary><b>{PATTERN_WORDS[kind]}</b> {count}</summary><p>{_prose(note)}</p><ul class=sites>"
        for one in report.patterns:
            if one.pattern == kind:
                place = f"{one.file}:{one.cell}:{one.line}" if one.cell else f"{one.file}:{one.line}"
                yield f"<li><code>{_text(place)}</code>"
        yield "</ul></details>"


def _names(report: ScanReport, form: Callable[[SiteRecord], str]) -> Iterator[str]:
    sites: dict[str, list[SiteRecord]] = {}
    for site in report.sites:
        sites.setdefault(site.name, []).append(site)
    for effort, apis in by_effort(report):
        count = report.effort.get(effort, 0)
        yield f'<h2><span class="key {effort}"></span>{effort.capitalize()}: {EFFORT_WORDS[effort]} ({count})</h2>'
        for api in apis:
            yield from _name(api, sites.get(api.torch, []), form)


def _name(api: ApiRecord, sites: list[SiteRecord], form: Callable[[SiteRecord], str]) -> Iterator[str]:
    yield f"<details><summary><b><code>{_text(api.torch)}</code></b> {api.count}</summary>"
    if api.note:
        yield f"<p>{_prose(api.note)}</p>"
    if api.mxnet:
        yield f"<pre>{html.escape(api.mxnet)}</pre>"
    if api.exercise:
        yield f'<p class="dim">mxtutor {_text(api.exercise)}</p>'
    yield '<ul class="sites">'
    for site in sites:
        filled = form(site)
        shown = f" → <code>{_text(filled)}</code>" if filled and "\n" not in filled else ""
        grade = "" if site.sure == "sure" else f' <span class="dim">{site.sure}</span>'
        yield f"<li><code>{_text(site.where)}</code>{grade}{shown}"
    yield "</ul></details>"


def _files(report: ScanReport) -> Iterator[str]:
    rows = heat(report)
    if not rows:
        return
    most = rows[0][1]
    yield '<h2>Files</h2><table><tr><th>file<th class="n">sites<th style="width:40%">effort</tr>'
    for file, count, efforts in rows:
        parts = "".join(
            f'<span class="{effort}" style="width:{100 * number / most:.2f}%" title="{effort}: {number}"></span>'
            for effort in EFFORTS
            if (number := efforts.get(effort, 0))
        )
        yield f'<tr><td class="file"><code>{_text(file)}</code><td class="n">{count}<td><div class="heat">{parts}</div></tr>'
    yield "</table>"


def _unclear(report: ScanReport) -> Iterator[str]:
    yield f"<h2>Not understood ({len(report.not_understood)})</h2>"
    if not report.not_understood:
        return
    yield '<ul class="sites">'
    for one in report.not_understood:
        place = f"{one.file}:{one.cell}:{one.line}" if one.cell else f"{one.file}:{one.line}"
        maybe = f" maybe {_text(one.name)}" if one.name else ""
        yield f"<li><code>{_text(place)}</code>{maybe} <code>{_text(one.seen)}</code>"
    yield "</ul>"


def _prose(text: str) -> str:
    """Return a sentence with what stands between backticks as code."""
    return re.sub(r"`([^`]*)`", r"<code>\1</code>", _text(text))


def _text(text: str) -> str:
    return html.escape(clean_line(text))
