"""Addresses of class servers, and links with a learner's token: `http://10.0.0.5:8000/#TOKEN`."""

from __future__ import annotations

from typing import NamedTuple
from urllib.parse import urlsplit

MAX_LINK = 500
"""Characters of the longest link."""
LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})


class ClassLink(NamedTuple):
    """Where a class server is, and who asks."""

    url: str
    """`http://host:port` or `https://host/path`, without a slash at the end."""
    token: str = ""
    """Empty if the link has none."""

    @property
    def is_plain(self) -> bool:
        """Whether others on the network can read what is sent: no TLS, and another machine."""
        parts = urlsplit(self.url)
        return parts.scheme == "http" and (parts.hostname or "") not in LOOPBACK


def read_link(text: str) -> ClassLink:
    """Return the server and the token that a link names; without a scheme it is http.

    The token is the link's fragment, which programs never send, so that it stands in no log of a server.

    Raises:
        ValueError: it is no such link; the message is a sentence for people.
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
    shown = f"[{host}]" if ":" in host else host
    place = f":{port}" if port is not None else ""
    return ClassLink(f"{parts.scheme}://{shown}{place}{parts.path.rstrip('/')}", parts.fragment)
