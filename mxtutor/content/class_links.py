"""URLs of class servers, with or without a learner's token: `http://10.0.0.5:8000/#TOKEN`."""

from __future__ import annotations

from typing import NamedTuple
from urllib.parse import urlsplit

MAX_LINK = 500
"""Longest link, in characters."""
ENTRY = "/learn/"
"""Path before the token in a link that opens a session in a browser."""
SHORTEST_CODE = 12
"""Shortest class code, in characters; right codes are never limited, so only the length protects a code."""
LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})


class ClassLink(NamedTuple):
    """The URL of a class server, and the learner's token."""

    url: str
    """`http://host:port` or `https://host/path`, without a trailing slash."""
    token: str = ""
    """Empty if the link has none."""

    @property
    def is_plain(self) -> bool:
        """Whether the connection is unencrypted on a network: no TLS, and not this machine."""
        parts = urlsplit(self.url)
        return parts.scheme == "http" and (parts.hostname or "") not in LOOPBACK


def read_link(text: str) -> ClassLink:
    """Return the server's URL and the token of a link; without a scheme it is http.

    The token is the link's fragment, which HTTP clients never send, so that it appears in no server log.

    Raises:
        ValueError: the link is invalid; the message is a sentence.
    """
    link = text.strip()
    if len(link) > MAX_LINK or not link.isprintable() or " " in link:
        raise ValueError(f"{link[:60]!r} is not the address of a class server.")
    try:
        parts = urlsplit(link if "://" in link else f"http://{link}")
        host, port = parts.hostname, parts.port
    except ValueError as error:
        raise ValueError(f"{link[:60]!r} is not the address of a class server: {error}.") from error
    if parts.scheme not in ("http", "https") or not host:
        raise ValueError(f"{link[:60]!r} is not the address of a class server, such as http://10.0.0.5:8000.")
    if parts.username or parts.password or parts.query:
        raise ValueError(f"The address {parts.scheme}://{host} has parts that no class server has.")
    if ENTRY in parts.path and not parts.fragment:
        raise ValueError("This link opens the tutor in a browser; the one of a class has `#` before the token.")
    shown = f"[{host}]" if ":" in host else host
    place = f":{port}" if port is not None else ""
    return ClassLink(f"{parts.scheme}://{shown}{place}{parts.path.rstrip('/')}", parts.fragment)
