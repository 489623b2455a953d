"""Configuration lines and the documentation they follow."""

from __future__ import annotations

import pytest

from wirerate.catalogue import PROTOCOLS, config_lines, protocol
from wirerate.catalogue.configuration import _configuration
from wirerate.records import Alternative, ConfigLine, Interval, Verdict
from wirerate.report import verdicts
from wirerate.verdict.alternatives import security

CHOSEN = [
    (name, algorithm) for name, row in PROTOCOLS.items() for algorithm, said in row.algorithms.items() if said.config
]


@pytest.mark.parametrize(("name", "algorithm"), CHOSEN)
def test_every_line_names_the_documentation_that_it_follows(name: str, algorithm: str) -> None:
    usual, *alternatives = config_lines(protocol(name), algorithm)
    assert usual.text == PROTOCOLS[name].algorithms[algorithm].config
    assert usual.system == ""
    for line in (usual, *alternatives):
        assert line.source, line.text
        assert "{" not in line.text or name == "rip"  # BIRD's own braces
    for line in alternatives:
        assert line.system


def test_every_system_s_line_is_for_an_algorithm_that_a_protocol_carries() -> None:
    turned = {"", *(lines.instead_of for lines in _configuration().lines)}
    proposed = {
        entry.text for name, algorithm in CHOSEN for other in turned
        for entry in config_lines(protocol(name), algorithm, other)
    }  # fmt: skip
    for lines in _configuration().lines:
        for text in lines.text.values():
            assert any(line.startswith(text.partition("{")[0]) for line in proposed), text


def test_the_variant_changes_the_line() -> None:
    def of(name: str, algorithm: str, system: str) -> str:
        return next(line.text for line in config_lines(protocol(name), algorithm) if line.system == system)

    assert "mode tunnel aead" in of("esp-gcm", "aes-256-gcm", "iproute2")
    assert "mode transport aead" in of("esp-gcm/transport", "aes-256-gcm", "iproute2")
    assert "mode transport" in of("ah", "hmac-sha256", "iproute2")
    assert "mode tunnel" in of("ah/tunnel", "hmac-sha256", "iproute2")
    assert of("macsec/xpn", "aes-256-gcm", "IOS XR").endswith("GCM-AES-XPN-256")
    assert of("macsec", "aes-128-gcm", "Junos").endswith("gcm-aes-128")
    assert "aes-cbc-192" in of("esp-cbc-hmac-sha256", "aes-192-cbc-hmac-sha256", "VPP")
    assert of("esp-cbc-hmac-sha512", "aes-256-cbc-hmac-sha512", "VyOS").endswith("hash sha512")


def test_an_alternative_protocol_is_configured_in_the_original_ones_software() -> None:
    """A RADIUS server is configured for TLS with its own lines, not with a web server's."""
    for algorithm in protocol("tls-1.3").algorithms:
        first, second = config_lines(protocol("tls-1.3"), algorithm, "radius")
        assert (first.system, second.system) == ("FreeRADIUS", "radsecproxy")
        assert "nginx" not in first.text + second.text
        assert config_lines(protocol("tls-1.3"), algorithm)[0].text.startswith("nginx")
        assert all(line.system != "radsecproxy" for line in config_lines(protocol("tls-1.3"), algorithm, "tls-1.3"))


def test_wireguard_has_no_choice_and_says_so() -> None:
    (line,) = config_lines(protocol("wireguard"), "chacha20-poly1305")
    assert line.text.startswith("nothing to set: WireGuard has one cipher")


def test_footnotes_have_each_alternatives_line_and_documentation_once() -> None:
    room = Interval(2.0, 1.9, 2.1, 0.95)
    lines = (
        ConfigLine(system="", text="swanctl.conf: x", source="docs"),
        ConfigLine(system="VPP", text="y", source="cli"),
    )
    said = security("aes-128-gcm", "esp-gcm")
    other = Alternative(subject="aes-128-gcm@openssl", headroom=room, security=said, lines=lines)
    verdict = Verdict(
        subject="aes-128-cbc-hmac-sha256@openssl", link="10G", packets="imix", verdict="FALLS SHORT", needs_ns=1.0,
        measured_ns=None, headroom=room, cores=2, security=said, alternatives=(other,),
    )  # fmt: skip
    assert verdicts.how_chosen([verdict, verdict]) == "To choose aes-128-gcm: swanctl.conf: x (docs); VPP: y (cli)."
    verdict.subject = other.subject
    assert verdicts.how_chosen([verdict]) == ""
    assert verdicts.config_lines(Alternative(subject="x", headroom=None, security=said, config="old")) == ("old",)
