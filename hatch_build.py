"""Build hook: a wheel knows the git revision it was built from."""

import runpy
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class RevisionHook(BuildHookInterface):  # type: ignore[type-arg]
    """Write the revision into the package, where there is one to tell."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Add `gemp_bot/_revision.txt` to a build that is no editable one."""
        package = Path(self.root) / "gemp_bot"
        told = runpy.run_path(str(package / "cli" / "version.py"))
        found = told["_of_checkout"](package.parent)
        if version == "editable" or found is None:
            return
        file = Path(tempfile.mkdtemp(prefix="gemp-bot-build-")) / told["BUILT_WITH"]
        file.write_text(f"{found}\n", "ascii")
        build_data["force_include"][str(file)] = f"gemp_bot/{told['BUILT_WITH']}"
