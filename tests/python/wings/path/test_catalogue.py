"""The names of paths, and the facts about each."""

from __future__ import annotations

import pytest

from wirerate.catalogue import PROTOCOLS
from wirerate.errors import UsageError
from wirerate.wings.path.catalogue import ALIASES, PATHS, PLAIN, RECORD_PATHS, TCP, Cell, cells, parse_path, variants_of

# RFC 8221 forbids HMAC-MD5 in ESP, and no protocol of ours has it.
NAMED = [path for path in PATHS if path.protocol and path.base != "esp-null-hmac-md5"]


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.name)
def test_a_name_is_read_back_with_every_variant(path) -> None:  # type: ignore[no-untyped-def]
    for variants in ((), *((variant,) for variant in variants_of(path)), variants_of(path)):
        word = "/".join((path.base, *variants))
        assert parse_path(word).name == word
    assert parse_path("/".join((path.base, *reversed(variants_of(path))))) == parse_path(word)


@pytest.mark.parametrize("path", NAMED, ids=lambda path: path.name)
def test_the_protocol_of_a_path_exists(path) -> None:  # type: ignore[no-untyped-def]
    protocol = PROTOCOLS[path.protocol]
    assert path.kind == "ah" or path.algorithm in protocol.algorithms


def test_a_twin_differs_in_its_algorithms_alone() -> None:
    path = parse_path("esp-cbc-hmac-sha256/transport/ip6/esn/udp")
    assert path.mac_twin
    assert path.null_twin
    assert path.mac_twin.name == "esp-null-hmac-sha256/transport/ip6/esn/udp"
    assert path.null_twin.name == "esp-null-null/transport/ip6/esn/udp"
    assert path.mac_twin.null_twin == path.null_twin
    assert path.mac_twin.mac_twin is None
    assert parse_path("esp-gcm").mac_twin is None
    assert parse_path("wireguard").null_twin is None
    assert parse_path("ah-hmac-md5").null_twin == parse_path("ah-hmac-sha256").null_twin


def test_aliases_are_paths() -> None:
    assert {parse_path(word).name for word in ALIASES} <= {path.name for path in (*PATHS, *RECORD_PATHS)}


def test_a_name_is_of_one_path_and_record_paths_have_no_variants() -> None:
    names = [path.name for path in (*PATHS, *RECORD_PATHS)]
    assert len(set(names)) == len(names)
    assert all(parse_path(name).name == name for name in names)
    assert [path.by_record for path in PATHS] == [False] * len(PATHS)
    assert all(path.by_record for path in RECORD_PATHS)
    for name in ("tls", "ktls-aes-256-gcm", "tcp"):
        for variant in ("ip6", "transport", "tunnel"):
            with pytest.raises(UsageError, match="has no variants"):
                parse_path(f"{name}/{variant}")


@pytest.mark.parametrize(
    ("word", "fix"),
    [
        ("esp-aes-128-gcn", "esp-aes-128-gcm"),
        ("wireguard/esn", "ip6"),
        ("esp-gcm/tunel", "one of"),
        ("plain/udp", "ip6"),
        ("", "wirerate path --help"),
        ("tls-1.3", "type tls"),
    ],
)
def test_an_unknown_path_or_variant_is_an_error_that_names_the_known_ones(word: str, fix: str) -> None:
    with pytest.raises(UsageError) as error:
        parse_path(word)
    assert fix in error.value.fix


def test_each_stage_is_measured_once_whoever_needs_it() -> None:
    found = cells((PLAIN, parse_path("esp-gcm"), parse_path("esp-cbc-hmac-sha256"), parse_path("wireguard")), PLAIN)
    assert len(set(found)) == len(found)
    names = [str(cell) for cell in found]
    assert names[:3] == ["plain:generate", "plain:hop", "plain:plain"]
    assert names.count("esp-null-null:both") == 1
    assert "esp-null-hmac-sha256:protect" in names
    assert "wireguard:both" in names
    assert "wireguard:protect" not in names  # its session ends at the second gateway
    assert cells((parse_path("esp-gcm/ip6"),), PLAIN) == tuple(Cell(s, PLAIN) for s in ("generate", "hop", "plain"))  # type: ignore[arg-type]
    records = [str(cell) for cell in cells((parse_path("tls"), TCP, parse_path("ktls")), TCP)]
    assert records == ["tcp:tcp", "tls-aes-128-gcm:record", "tls-aes-128-gcm:crypto", "ktls-aes-128-gcm:record"]
