"""Style of the sources: includes and licences."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
SEARCHED = {"core": ("core", "include"), "host": ("host", "core", "include"), "include": ("include",)}

LICENSED = ("core", "include", "host", "src", "docs/examples")
LICENCE = "SPDX-License-Identifier: Apache-2.0 OR MIT"
COMMENTS = {".c": f"/* {LICENCE} */", ".h": f"/* {LICENCE} */", ".S": f"/* {LICENCE} */", ".in": f"/* {LICENCE} */"}
COMMENTS |= {".py": f"# {LICENCE}", ".txt": f"# {LICENCE}"}


def files(folder: str) -> list[Path]:
    return [path for path in sorted((ROOT / folder).rglob("*")) if path.suffix in (".c", ".h")]


@pytest.mark.parametrize("folder", SEARCHED)
def test_a_file_names_its_neighbour_by_name_and_all_others_by_their_path(folder: str) -> None:
    """Files of one folder are included by name, others by their path from core/, host/ or include/."""
    strange = []
    for path in files(folder):
        for name in re.findall(r'^#include "([^"]+)"', path.read_text(), re.MULTILINE):
            by_path = [ROOT / root / name for root in SEARCHED[folder] if (ROOT / root / name).exists()]
            neighbour = (path.parent / name).exists()
            elsewhere = bool(by_path) and by_path[0].parent != path.parent
            if ".." in name or not (elsewhere or (neighbour and "/" not in name)):
                strange.append(f"{path.relative_to(ROOT)}: {name}")
    assert not strange


@pytest.mark.parametrize("folder", LICENSED)
def test_every_source_says_its_licence_first(folder: str) -> None:
    sources = [path for path in sorted((ROOT / folder).rglob("*")) if path.suffix in COMMENTS]
    assert sources
    without = []
    for path in sources:
        first, second = (path.read_text() + "\n\n").splitlines()[:2]
        if (second if first.startswith("#!") else first) != COMMENTS[path.suffix]:
            without.append(str(path.relative_to(ROOT)))
    assert not without
