from __future__ import annotations

import runpy
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
SCRIPT = runpy.run_path(str(ROOT / "scripts" / "reference.py"))


@pytest.mark.parametrize("name", SCRIPT["PAGES"])
def test_the_reference_page_is_current(name: str) -> None:
    written = (ROOT / "docs" / "reference" / name).read_text(encoding="utf-8")
    assert written == SCRIPT["PAGES"][name](), "run: python scripts/reference.py"


def test_links_between_pages_lead_somewhere() -> None:
    concepts = ROOT / "docs" / "concepts"
    text = (concepts / "verdict.md").read_text(encoding="utf-8")
    targets = [part.split(")")[0] for part in text.split("](")[1:]]
    assert targets
    assert all((concepts / target).exists() for target in targets)
