"""Pieces of HTML pages that stand alone: text made safe, a page whose scripts and styles are the only ones allowed."""

from __future__ import annotations

import base64
import hashlib
import html
import json
import re
from importlib import resources
from typing import Any

from mxtutor.reporting.sanitize import clean

_CODE = re.compile(r"`([^`]+)`")


def text(value: object) -> str:
    """Return text for an element or an attribute in quotes; control codes and direction marks are left out."""
    return html.escape(clean(str(value)), quote=True)


def prose(value: str) -> str:
    """Return a sentence with what stands between backticks as code."""
    return _CODE.sub(r"<code>\1</code>", text(value))


def data_script(identity: str, value: Any) -> str:
    """Return plain data as a JSON block that no text inside can end."""
    packed = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    safe = packed.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")
    return f'<script type="application/json" id="{identity}">{safe}</script>'


def asset(name: str) -> str:
    """Return a style sheet or a script that lies beside this module."""
    return (resources.files(__package__) / name).read_text(encoding="utf-8")


def head(title: str, styles: str, script: str = "") -> str:
    """Return the start of a page up to <body>; nothing else may run or be loaded, from here or elsewhere."""
    allowed = f"default-src 'none'; style-src '{_digest(styles)}'; base-uri 'none'; form-action 'none'"
    if script:
        allowed += f"; script-src '{_digest(script)}'"
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{allowed}">\n'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f'<meta name="referrer" content="no-referrer"><meta name="robots" content="noindex">\n'
        f"<title>{text(title)}</title>\n<style>{styles}</style></head>\n<body>\n"
    )


def _digest(code: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(code.encode()).digest()).decode()
