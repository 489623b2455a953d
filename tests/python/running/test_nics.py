"""Speeds of network cards, read from simulated Linux sysfs files."""

from __future__ import annotations

from pathlib import Path

import pytest

from wirerate.host.machine import USUAL, links_of_this_machine


def card(root: Path, name: str, speed: str | None, *, hardware: bool = True) -> None:
    folder = root / name
    folder.mkdir()
    if hardware:
        (folder / "device").mkdir()
    if speed is not None:
        (folder / "speed").write_text(speed + "\n")


def test_one_link_per_speed(tmp_path: Path) -> None:
    card(tmp_path, "eth0", "25000")
    card(tmp_path, "eth1", "1000")
    card(tmp_path, "eth2", "25000")
    assert [link.name for link in links_of_this_machine(tmp_path)] == ["1G", "25G"]


def test_odd_speed_is_a_plain_rate(tmp_path: Path) -> None:
    card(tmp_path, "bond0", "3000")
    assert [link.name for link in links_of_this_machine(tmp_path)] == ["rate:3G"]


@pytest.mark.parametrize("speed", ["-1", "", None])
def test_usual_links_where_none_tells(tmp_path: Path, speed: str | None) -> None:
    card(tmp_path, "eth0", speed)
    card(tmp_path, "veth0", "10000", hardware=False)
    assert tuple(link.name for link in links_of_this_machine(tmp_path)) == USUAL
