"""Sizes compared with packets from other software: scapy's ESP and encapsulations, OpenSSL's TLS records."""

from __future__ import annotations

import datetime
import ssl
from pathlib import Path
from typing import Any

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

from wirerate.errors import UsageError
from wirerate.links import OVER, load, parse_link, parse_over, parse_packets

KEYS = {"sha1": 20, "sha256": 32, "sha384": 48, "sha512": 64}
AUTH = {"sha1": "HMAC-SHA1-96", "sha256": "SHA2-256-128", "sha384": "SHA2-384-192", "sha512": "SHA2-512-256"}
SIZES = (40, 41, 46, 576, 577, 1400, 1500)


def sent(protocol: str, subject: str, ip_bytes: int) -> int:
    mix = parse_packets(str(ip_bytes))
    return load(parse_link("10G"), mix, subject, protocol, ip_version=4).entries[0].sent_bytes


def scapy() -> tuple[Any, Any]:
    return pytest.importorskip("scapy.layers.ipsec"), pytest.importorskip("scapy.layers.inet")


def sealed_by_scapy(form: str, cipher: str, key: bytes, hashed: str, ip_bytes: int) -> int:
    """Return the length of the IPv4 packet that scapy's ESP makes of a packet."""
    ipsec, inet = scapy()
    given: dict[str, Any] = {"spi": 1, "crypt_algo": cipher, "crypt_key": key}
    if hashed:
        given |= {"auth_algo": AUTH[hashed], "auth_key": bytes(KEYS[hashed])}
    if "transport" not in form:
        given["tunnel_header"] = inet.IP(src="192.0.2.1", dst="192.0.2.2")
    if "nat-t" in form:
        given["nat_t_header"] = inet.UDP(sport=4500, dport=4500)
    if "esn" in form:
        given |= {"esn_en": True, "esn": 1}
    packet = inet.IP(src="10.0.0.1", dst="10.0.0.2") / inet.UDP() / bytes(ip_bytes - 28)
    return len(bytes(ipsec.SecurityAssociation(ipsec.ESP, **given).encrypt(packet, seq_num=1)))


@pytest.mark.parametrize("form", ["", "/transport", "/nat-t", "/transport/nat-t", "/esn"])
@pytest.mark.parametrize(
    ("protocol", "subject", "cipher", "key_bytes", "hashed"),
    [
        ("esp-gcm", "aes-128-gcm", "AES-GCM", 20, ""),
        ("esp-gcm", "chacha20-poly1305", "CHACHA20-POLY1305", 36, ""),
        ("esp-null-gmac", "aes-256-gmac", "AES-NULL-GMAC", 36, ""),
        *((f"esp-cbc-hmac-{h}", f"aes-256-cbc-hmac-{h}", "AES-CBC", 32, h) for h in KEYS),
        *((f"esp-ctr-hmac-{h}", f"aes-128-ctr-hmac-{h}", "AES-CTR", 20, h) for h in KEYS),
        *((f"esp-null-hmac-{h}", f"hmac-{h}", "NULL", 0, h) for h in KEYS),
    ],
)
def test_esp_is_as_large_as_scapy_makes_it(
    protocol: str, subject: str, cipher: str, key_bytes: int, hashed: str, form: str
) -> None:
    for ip_bytes in SIZES:
        ours = sent(protocol + form, subject, ip_bytes)
        assert ours == sealed_by_scapy(form, cipher, bytes(key_bytes), hashed, ip_bytes), ip_bytes


def frame_by_scapy(over: str) -> int:
    """Return the length of a frame with a 100-byte IPv4 packet inside, without check sequence."""
    _, inet = scapy()
    l2, vxlan = pytest.importorskip("scapy.layers.l2"), pytest.importorskip("scapy.layers.vxlan")
    mpls, ppp = pytest.importorskip("scapy.contrib.mpls"), pytest.importorskip("scapy.layers.ppp")
    geneve = pytest.importorskip("scapy.contrib.geneve")
    packet = inet.IP(src="10.0.0.1", dst="10.0.0.2") / bytes(80)
    outer, inner = inet.IP(src="192.0.2.1", dst="192.0.2.2"), l2.Ether(dst="02:00:00:00:00:01")
    built = {
        "vlan": lambda: inner / l2.Dot1Q(vlan=5) / packet,
        "vlan,vlan": lambda: inner / l2.Dot1Q(vlan=5) / l2.Dot1Q(vlan=6) / packet,
        "mpls": lambda: inner / mpls.MPLS(label=5) / packet,
        "pppoe": lambda: inner / ppp.PPPoE() / ppp.PPP() / packet,
        "gre": lambda: inner / outer / l2.GRE() / packet,
        "ipip": lambda: inner / outer / packet,
        "vxlan": lambda: inner / outer / inet.UDP() / vxlan.VXLAN() / inner / packet,
        "vlan,vxlan": lambda: inner / l2.Dot1Q(vlan=5) / outer / inet.UDP() / vxlan.VXLAN() / inner / packet,
        "geneve": lambda: inner / outer / inet.UDP() / geneve.GENEVE() / inner / packet,
    }
    return len(bytes(built[over]()))


@pytest.mark.parametrize("over", [*OVER, "vlan,vlan", "vlan,vxlan"])
def test_an_encapsulation_is_as_large_as_scapy_makes_it(over: str) -> None:
    question = load(parse_link("10G"), parse_packets("100"), "hmac-sha256", ip_version=4, over=parse_over(over))
    assert question.needs_ns / 0.8 == pytest.approx(frame_by_scapy(over) + 4 + 20)
    assert question.covered_bytes == 100


def test_macsec_covers_the_encapsulations_in_the_frame() -> None:
    plain, tagged = (
        load(parse_link("10G"), parse_packets("1500"), "aes-128-gcm", "macsec", over=over).covered_bytes
        for over in ((), ("vlan",))
    )
    assert tagged == plain + 4


@pytest.mark.parametrize(("text", "fix"), [("vxlna", "did you mean vxlan?"), ("", "vlan"), ("vlan,", "vlan")])
def test_an_unknown_encapsulation_is_an_error(text: str, fix: str) -> None:
    with pytest.raises(UsageError) as caught:
        parse_over(text)
    assert fix in caught.value.fix


@pytest.mark.parametrize("link", ["oc-3c", "rate:1G"])
def test_a_tag_needs_a_frame_and_a_tunnel_none(link: str) -> None:
    with pytest.raises(UsageError, match="frames") as caught:
        load(parse_link(link), parse_packets("1500"), "hmac-sha256", over=("vlan",))
    assert "10G" in caught.value.fix
    assert load(parse_link(link), parse_packets("1500"), "hmac-sha256", over=("gre",)).needs_ns > 0


def certificate(folder: Path) -> Path:
    key, now = ec.generate_private_key(ec.SECP256R1()), datetime.datetime(2026, 1, 1)
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "localhost")])
    builder = x509.CertificateBuilder(name, name, key.public_key(), 1, now, now + datetime.timedelta(days=9999))
    pem = builder.sign(key, hashes.SHA256()).public_bytes(serialization.Encoding.PEM)
    unlocked = (
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption(),
    )
    file = folder / "both.pem"
    file.write_bytes(pem + key.private_bytes(*unlocked))
    return file


def record_by_openssl(folder: Path, version: ssl.TLSVersion, suite: str, payload: int) -> int:
    """Return the length of a payload once sent through TLS; both ends are in memory."""
    server, client = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER), ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    server.load_cert_chain(certificate(folder))
    client.check_hostname, client.verify_mode = False, ssl.CERT_NONE
    for each in (server, client):
        each.minimum_version = each.maximum_version = version
        if version == ssl.TLSVersion.TLSv1_2:
            each.set_ciphers(suite)
    down, up = ssl.MemoryBIO(), ssl.MemoryBIO()
    ends = [client.wrap_bio(down, up, server_side=False), server.wrap_bio(up, down, server_side=True)]
    for end in [*ends, *ends, *ends]:
        try:
            end.do_handshake()
        except ssl.SSLWantReadError:
            continue
    agreed = ends[0].cipher()
    assert agreed is not None
    assert suite in agreed[0]
    up.read()
    ends[0].write(bytes(payload))
    return up.pending


@pytest.mark.parametrize("payload", [1, 100, 1360])
@pytest.mark.parametrize(
    ("protocol", "subject", "version", "suite"),
    [
        ("tls-1.3", "aes-256-gcm", ssl.TLSVersion.TLSv1_3, "TLS_AES_256_GCM_SHA384"),
        ("tls-1.2", "aes-128-gcm", ssl.TLSVersion.TLSv1_2, "ECDHE-ECDSA-AES128-GCM-SHA256"),
        ("tls-1.2", "chacha20-poly1305", ssl.TLSVersion.TLSv1_2, "ECDHE-ECDSA-CHACHA20-POLY1305"),
        ("tls-1.2", "aes-128-cbc-hmac-sha1", ssl.TLSVersion.TLSv1_2, "ECDHE-ECDSA-AES128-SHA"),
    ],
)
def test_a_record_is_as_large_as_openssl_makes_it(
    protocol: str, subject: str, version: ssl.TLSVersion, suite: str, payload: int, tmp_path: Path
) -> None:
    made = record_by_openssl(tmp_path, version, suite, payload)
    assert sent(protocol, subject, 40 + payload) - 40 == made
