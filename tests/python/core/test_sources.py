"""One style over the C sources: how a file names another."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
SEARCHED = {"core": ("core", "include"), "host": ("host", "core", "include"), "include": ("include",)}


def files(folder: str) -> list[Path]:
    return [path for path in sorted((ROOT / folder).rglob("*")) if path.suffix in (".c", ".h")]


@pytest.mark.parametrize("folder", SEARCHED)
def test_a_file_names_its_neighbour_by_name_and_all_others_by_their_path(folder: str) -> None:
    """Neighbours: files of one folder. The path is that from core/, host/ or include/."""
    strange = []
    for path in files(folder):
        for name in re.findall(r'^#include "([^"]+)"', path.read_text(), re.MULTILINE):
            by_path = [ROOT / root / name for root in SEARCHED[folder] if (ROOT / root / name).exists()]
            neighbour = (path.parent / name).exists()
            elsewhere = bool(by_path) and by_path[0].parent != path.parent
            if ".." in name or not (elsewhere or (neighbour and "/" not in name)):
                strange.append(f"{path.relative_to(ROOT)}: {name}")
    assert not strange
