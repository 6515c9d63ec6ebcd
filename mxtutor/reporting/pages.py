"""HTML pages from the templates beside this module; each page is one file, and values are escaped."""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup, escape

from mxtutor.counts import count
from mxtutor.reporting.sanitize import clean
from mxtutor.reporting.words import VERDICT_LETTERS, VERDICT_MARKS, VERDICT_WORDS
from mxtutor.reporting.workshop_words import points_text

_CODE = re.compile(r"`([^`]+)`")


def page(name: str, **values: Any) -> Iterator[str]:
    """Yield the page of a template in pieces."""
    stream = _templates().get_template(f"{name}.html.j2").stream(values)
    stream.enable_buffering(200)
    return stream


@lru_cache(maxsize=1)
def _templates() -> Environment:
    loader = PackageLoader("mxtutor.reporting")
    made = Environment(
        loader=loader,
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=_without_controls,
    )
    made.policies["json.dumps_kwargs"] = {"ensure_ascii": False, "separators": (",", ":")}
    made.filters |= {"prose": _prose, "digest": _digest, "counted": count, "points": points_text}
    made.globals |= {"words": VERDICT_WORDS, "marks": VERDICT_MARKS, "classes": VERDICT_LETTERS}
    made.globals["asset"] = lambda name: Markup(loader.get_source(made, name)[0])  # noqa: S704 (a file of the package)
    return made


def _without_controls(value: Any) -> Any:
    """Return a value with its text free of control codes and direction marks; Jinja escapes it afterwards."""
    if isinstance(value, str) and not isinstance(value, Markup) and not value.isprintable():
        return clean(value)
    return value


def _prose(text: str) -> Markup:
    """Return a sentence as HTML, with text between backticks as code."""
    return Markup(_CODE.sub(r"<code>\1</code>", str(escape(clean(text)))))  # noqa: S704 (escaped before)


def _digest(code: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(code.encode()).digest()).decode()
