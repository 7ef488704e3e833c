"""maturin as the build backend, with a source distribution that can be built.

The engine's crates take their edition, version and lints from the workspace of the repository, so maturin also packs
the manifest of this workspace. The manifest names the service and other crates, which maturin does not pack, and cargo
refuses a workspace without all of its crates. So this backend cuts the manifest down to the parts that the engine's
crates use.
"""

from __future__ import annotations

import io
import re
import tarfile
from pathlib import Path
from typing import Any

from maturin import (  # the hooks of PEP 517 and PEP 660
    build_editable,
    build_wheel,
    get_requires_for_build_editable,
    get_requires_for_build_sdist,
    get_requires_for_build_wheel,
    prepare_metadata_for_build_editable,
    prepare_metadata_for_build_wheel,
)
from maturin import build_sdist as _build_sdist

__all__ = [
    "build_editable",
    "build_sdist",
    "build_wheel",
    "get_requires_for_build_editable",
    "get_requires_for_build_sdist",
    "get_requires_for_build_wheel",
    "prepare_metadata_for_build_editable",
    "prepare_metadata_for_build_wheel",
]

# Tests, examples and benchmarks of the engine's crates are left out, since they need other parts of the repository.
_LEFT_OUT = re.compile(r"[^/]+/crates/(certify|core|patterns|rules)/(tests|examples|benches|proptest-regressions)/")


def build_sdist(sdist_directory: str, config_settings: dict[str, Any] | None = None) -> str:
    name = _build_sdist(sdist_directory, config_settings)
    path = Path(sdist_directory) / name
    root = name.removesuffix(".tar.gz")
    whole = io.BytesIO(path.read_bytes())
    with tarfile.open(fileobj=whole) as packed, tarfile.open(path, "w:gz") as cut:
        for member in packed:
            if _LEFT_OUT.match(member.name):
                continue
            file = packed.extractfile(member)
            content = file.read() if file else b""
            if member.name == f"{root}/Cargo.toml":
                content = _workspace(content.decode()).encode()
                member.size = len(content)
            cut.addfile(member, io.BytesIO(content))
        # The source distribution also contains this file, which is needed to build the wheel.
        cut.add(__file__, f"{root}/backend.py")
    return name


def _workspace(manifest: str) -> str:
    """Returns a manifest with the tables from which members inherit, and with only the engine's crates as members."""
    tables = re.split(r"^(?=\[)", manifest, flags=re.MULTILINE)
    kept = [table for table in tables if table.startswith("[workspace.")]
    return "".join(['[workspace]\nmembers = ["crates/certify", "crates/core", "crates/patterns", "crates/rules"]\nresolver = "3"\n\n', *kept])
