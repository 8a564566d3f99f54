"""What the wheel needs beyond the files as they lie: the shared core as a package, and what a browser needs."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CoreIntoWheel(BuildHookInterface):  # type: ignore[type-arg]
    """Copies the core beside the host's package, but not into an editable install, which reads it in place.

    A copy there would hide every later change of the core. The library that the pages draw with is copied into them
    when it is not there; without npm the wheel is built without it, and the pages say what is missing. The firmware of
    a table in a browser is compiled each time.
    """

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Add the copy to a standard wheel."""
        if version != "standard":
            return
        if self.target_name == "wheel":
            build_data["force_include"]["firmware/lib/tenbo_core"] = "tenbo_core"
        library = _tool(Path(self.root), "vendored_npm_packages")
        if not library.is_copied():
            try:
                library.install_vendored_packages()
            except library.PackageCopyError as error:
                self.app.display_warning(f"The pages are built without lit-html and MicroPython: {error}")
        _tool(Path(self.root), "tablet_firmware").build()


def _tool(root: Path, name: str) -> Any:
    """Return a module of the tools; the builder does not have our folder on its path."""
    spec = importlib.util.spec_from_file_location(name, root / "tools" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
