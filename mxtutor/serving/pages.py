"""The pages of a server, and the headers that keep a browser from loading anything from elsewhere."""

from __future__ import annotations

import secrets
from pathlib import Path
from typing import Any

from aiohttp import web

from mxtutor.reporting.pages import page

STATIC = Path(__file__).resolve().parent / "page" / "static"
"""Files of the page: scripts, styles, fonts and icons; `page/licences` has the licences of those by others."""


def security_headers(nonce: str = "") -> dict[str, str]:
    """Return headers for every response: nothing from other hosts, no frames, no address in `Referer`.

    `nonce` marks the styles that the page's own scripts add.
    """
    policy = {
        "default-src": "'none'",
        "script-src": "'self'",
        "style-src": f"'self' 'nonce-{nonce}'" if nonce else "'self'",
        "font-src": "'self'",
        "img-src": "'self'",
        "connect-src": "'self'",
        "base-uri": "'none'",
        "form-action": "'none'",
        "frame-ancestors": "'none'",
    }
    return {
        "Content-Security-Policy": "; ".join(f"{name} {value}" for name, value in policy.items()),
        "Cross-Origin-Opener-Policy": "same-origin",
        "Cross-Origin-Resource-Policy": "same-origin",
        "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
        "Referrer-Policy": "no-referrer",
        "X-Content-Type-Options": "nosniff",
        "X-Frame-Options": "DENY",
    }


def index_page(title: str) -> web.Response:
    """Return the page with the terminal."""
    nonce = secrets.token_urlsafe(16)
    response = _page("session", 200, title=title, nonce=nonce)
    response.headers.update(security_headers(nonce))
    return response


def message_page(title: str, text: str, *, status: int) -> web.Response:
    """Return a page with a message."""
    return _page("message", status, title=title, text=text)


def _page(name: str, status: int, **values: Any) -> web.Response:
    text = "".join(page(name, **values))
    return web.Response(text=text, status=status, content_type="text/html", charset="utf-8")
