"""The base class of the records of content files; `records` decodes them."""

from __future__ import annotations

import msgspec


class Record(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One mapping in a content file; the fields are its keys, and their types define the allowed values."""
