"""What the wheel needs beyond the files as they lie: the shared core as a package of its own."""

from __future__ import annotations

from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CoreIntoWheel(BuildHookInterface):  # type: ignore[type-arg]
    """Copies the core beside the host's package, but not into an editable install, which reads it in place.

    A copy there would hide every later change of the core.
    """

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Add the copy to a standard wheel."""
        if version == "standard":
            build_data["force_include"]["firmware/lib/tenbo_core"] = "tenbo_core"
