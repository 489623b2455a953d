from __future__ import annotations

import msgspec
import pytest

from wirerate.authenticators.subjects import ALGORITHMS
from wirerate.catalogue import PROTOCOLS, Layout, Permission, Protocol, protocol
from wirerate.errors import UsageError

ROWS = [(name, algorithm) for name, row in PROTOCOLS.items() for algorithm in row.algorithms]


def test_the_protocols_that_can_be_asked_for() -> None:
    assert set(PROTOCOLS) == {"none", "ah", "esp-gcm", "macsec", "wireguard", "tcp-md5", "tcp-ao", "ssh"}
    assert protocol(None) is protocol("none")


@pytest.mark.parametrize("name", PROTOCOLS)
def test_every_protocol_cites_where_its_bytes_come_from(name: str) -> None:
    row = protocol(name)
    assert row.name == name
    assert row.title
    assert row.source
    assert row.state
    assert row.any_algorithm == (name == "none")
    assert row.elsewhere == "" or row.elsewhere in PROTOCOLS


@pytest.mark.parametrize(("name", "algorithm"), ROWS)
def test_every_row_is_complete(name: str, algorithm: str) -> None:
    row = PROTOCOLS[name].algorithms[algorithm]
    facts = ALGORITHMS[algorithm]
    assert row.source
    assert len(row.date) == 7
    assert row.tag_bits % 8 == 0
    assert row.tag_bits == facts.tag_bytes * 8 or (facts.truncatable and row.tag_bits < facts.tag_bytes * 8)
    assert set(row.layout) <= set(Layout.__struct_fields__)
    assert row.kind in ("", "mac")


@pytest.mark.parametrize(("name", "algorithm"), ROWS)
def test_what_can_be_chosen_says_how(name: str, algorithm: str) -> None:
    row = PROTOCOLS[name].algorithms[algorithm]
    legacy = row.forbidden or row.unavailable or algorithm == "hmac-md5"
    assert bool(row.config) != bool(legacy)


def test_forbidden_means_must_not_or_obsolete() -> None:
    forbidden = {(name, algorithm) for name, algorithm in ROWS if PROTOCOLS[name].algorithms[algorithm].forbidden}
    assert forbidden == {("ah", "hmac-md5"), ("tcp-md5", "md5")}


def test_only_tcp_md5_keeps_no_keyed_state() -> None:
    assert [name for name, row in PROTOCOLS.items() if not row.keeps_state] == ["tcp-md5"]
    assert "last" in protocol("tcp-md5").state


def test_layouts_of_one_algorithm_override_the_protocol() -> None:
    ssh = protocol("ssh")
    assert ssh.layout_for("hmac-sha256").covered_extra == 8
    assert ssh.layout_for("umac-64").covered_extra == 4
    assert ssh.layout_for("hmac-sha256").inner_align == ssh.layout.inner_align


def test_an_unknown_protocol_names_the_nearest() -> None:
    with pytest.raises(UsageError) as caught:
        protocol("mac-sec")
    assert caught.value.fix == "did you mean macsec?"


@pytest.mark.parametrize("kind", [Protocol, Permission, Layout])
def test_a_misspelt_field_in_the_catalogue_is_an_error(kind: type) -> None:
    with pytest.raises(msgspec.ValidationError, match=r"unknown field|missing required"):
        msgspec.toml.decode(b"levle = 'MUST'", type=kind)
