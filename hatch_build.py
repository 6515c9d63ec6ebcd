"""Puts lessons/ and exercises/ into the wheel as `mxtutor/_content/`.

A static `force-include` would copy them into editable installs too, where the checkout's own folders are
in use and a copy in site-packages only goes stale.
"""

from __future__ import annotations

from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class ContentHook(BuildHookInterface[Any]):
    """Adds the content to standard wheels only."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Name the folders to include; `version` is "standard" or "editable"."""
        if version == "standard":
            build_data["force_include"] = {name: f"mxtutor/_content/{name}" for name in ("lessons", "exercises")}
