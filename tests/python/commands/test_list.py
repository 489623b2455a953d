"""`wirerate list`: every name that other commands accept, each with a short description."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from wirerate.authenticators.subjects import ALGORITHMS, IMPLEMENTATIONS
from wirerate.catalogue import PROTOCOLS
from wirerate.catalogue.boards import BOARDS
from wirerate.commands.list import TOPICS
from wirerate.commands.list.names import list_names, text
from wirerate.host import meter
from wirerate.links import OVER, link_names, packet_names
from wirerate.records import Peer
from wirerate.report.terminal import Paper

NAMES = {
    "algorithms": {*ALGORITHMS} - {"read"},
    "protocols": {*PROTOCOLS} - {"none"},
    "links": {*link_names(), *packet_names(), *OVER},
    "boards": {*BOARDS},
    "peers": {*IMPLEMENTATIONS},
    "": {*TOPICS},
}


@pytest.mark.parametrize("topic", NAMES)
def test_every_name_has_a_phrase(topic: str) -> None:
    rows = list_names(topic).findings.names
    assert len({row.name for row in rows}) == len(rows)
    assert {row.name for row in rows} >= NAMES[topic]
    assert all(row.summary and row.group for row in rows)


@pytest.mark.parametrize("width", [40, 80])
@pytest.mark.parametrize("topic", TOPICS)
def test_it_is_aligned_and_fits(topic: str, width: int) -> None:
    lines = text(list_names(topic), Paper(width)).splitlines()
    assert max(map(len, lines)) <= width
    assert all(row.name in " ".join(lines) for row in list_names(topic).findings.names)


def test_an_absent_peer_comes_with_its_package(monkeypatch: pytest.MonkeyPatch) -> None:
    absent = Peer(name="nettle", version="", absent="libnettle.so.8 was not found")
    monkeypatch.setattr(meter, "peers", lambda: (absent, Peer(name="openssl", version="OpenSSL 3.0.19")))
    openssl, nettle = list_names("peers").findings.names
    assert (openssl.group, openssl.version) == ("On this host", "OpenSSL 3.0.19")
    assert (nettle.group, nettle.version, nettle.install) == ("Absent", "", "sudo apt install libnettle8")
    assert nettle.install in nettle.summary


def test_json_has_the_same_names(wirerate: Callable) -> None:
    done = wirerate("list", "boards", "-J")
    answer = json.loads(done.stdout)
    assert answer["findings"]["topic"] == "boards"
    assert {row["name"] for row in answer["findings"]["names"]} == NAMES["boards"]


def test_an_unknown_topic_suggests_one(wirerate: Callable, one_line: Callable) -> None:
    assert "did you mean peers?" in one_line(wirerate("list", "peer").stderr)
