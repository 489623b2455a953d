"""Packets of a real kernel (user-mode Linux) on the wire.

Our AH code accepts them, scapy decrypts them, and the inner packet is the one that was sent.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from tests.python.ah import linux

from wirerate.authenticators.ah import Mac, SecurityAssociation
from wirerate.wings.path import frames
from wirerate.wings.path.algorithms import algorithm_of
from wirerate.wings.path.catalogue import PATHS, parse_path

from .captures import SIZES

pytestmark = pytest.mark.skipif(bool(linux.absent()), reason=linux.absent())
scapy = pytest.importorskip("scapy.all")

VARIANTS = (
    "esp-gcm/ip6", "esp-gcm/transport:protect", "esp-gcm/esn", "esp-gcm/udp", "esp-cbc-hmac-sha256/ip6/esn",
    "esp-cbc-hmac-sha256/transport/ip6:protect", "ah-hmac-md5/ip6", "ah-hmac-sha1/ip6", "ah-hmac-sha256/ip6",
    "ah-hmac-sha256/ip6/esn", "ah-hmac-md5/transport/ip6:protect", "macsec-gcm/ip6",
)  # fmt: skip
WORDS = [*(path.name for path in PATHS if path.kind in ("esp", "ah", "macsec")), *VARIANTS]
CIPHERS = {"aes-128-gcm": "AES-GCM", "aes-256-gcm": "AES-GCM", "chacha20-poly1305": "CHACHA20-POLY1305",
           "aes-128-gmac": "AES-NULL-GMAC", "aes-128-cbc": "AES-CBC", "null": "NULL", "": "NULL"}  # fmt: skip
ELSEWHERE = "esp-gcm/transport"  # the second gateway processes packets in a worker
MACS = {"hmac-md5": "HMAC-MD5-96", "hmac-sha1": "HMAC-SHA1-96", "hmac-sha256": "SHA2-256-128",
        "hmac-sha384": "SHA2-384-192", "hmac-sha512": "SHA2-512-256", "": "NULL"}  # fmt: skip
SPI = 0x1810
BOOT_S = 120


@pytest.fixture(scope="module")
def captured(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    folder = tmp_path_factory.mktemp("uml")
    here = Path(__file__).resolve().parent
    command = [sys.executable, str(here / "captures.py"), "/mnt/told.json", *WORDS, ELSEWHERE]
    environment = {"PYTHONPATH": os.pathsep.join(path for path in sys.path if path), "PATH": "/usr/bin:/bin:/usr/sbin"}
    (folder / "command.json").write_text(json.dumps({"command": command, "environment": environment}))
    kernel = [
        "linux.uml", "mem=384M", "root=/dev/root", "rootfstype=hostfs", "rootflags=/", "ro",
        f"init={here / 'uml_init.py'}", "con=null", "con0=null,fd:2", "con1=null", "ssl=null", "quiet", f"job={folder}",
    ]  # fmt: skip
    done = subprocess.run(
        kernel, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=BOOT_S, check=False,
        env=os.environ | {"HOME": str(folder)},
    )  # fmt: skip
    answer = folder / "told.json"
    if not answer.exists():
        said = (folder / "said.txt").read_text() if (folder / "said.txt").exists() else ""
        raise RuntimeError(f"the kernel left no answer: {done.stdout[-2000:]} {done.stderr[-2000:]} {said[-2000:]}")
    told: dict[str, Any] = json.loads(answer.read_text())
    return told


@pytest.mark.parametrize("word", WORDS)
def test_every_packet_crosses_and_every_round_counts(captured: dict[str, Any], word: str) -> None:
    told = captured[word]
    assert not told["refused"]
    assert [int(size) for size in told["wire"]] == SIZES
    assert told["rounds"] == [[2 * len(SIZES), 2 * len(SIZES), 0]]
    assert {int(size): len(bytes.fromhex(wire)) - 14 - int(size) for size, wire in told["wire"].items()} == {
        int(size): added for size, added in told["added"].items()
    }


@pytest.mark.parametrize("word", [word for word in WORDS if not word.startswith("macsec")])
def test_scapy_finds_the_packet_that_was_sent(captured: dict[str, Any], word: str) -> None:
    path = parse_path(word.partition(":")[0])
    has, ip = algorithm_of(path), scapy.IPv6 if path.family == "ip6" else scapy.IP
    here = frames.ADDRESSES[path.family]
    association = scapy.SecurityAssociation(
        scapy.ESP if path.kind == "esp" else scapy.AH,
        spi=SPI,
        crypt_algo=None if path.kind == "ah" else CIPHERS[path.cipher],
        crypt_key=has.aead_key or has.crypt_key or None,
        auth_algo=MACS[path.mac],
        auth_key=has.auth_key or None,
        tunnel_header=ip(src=here.wan[0], dst=here.wan[1]) if path.mode == "tunnel" else None,
        nat_t_header=scapy.UDP(sport=4500, dport=4500) if path.udp_encapsulation else None,
        esn_en=path.esn,
    )
    for size, wire in captured[word]["wire"].items():
        inner = bytes(association.decrypt(ip(bytes.fromhex(wire)[14:])))
        if path.mode == "transport":
            inner = inner[40 if path.family == "ip6" else 20 :]
        assert frames.is_intact(path.family, int(size), inner, 1), size


@pytest.mark.parametrize("word", [word for word in WORDS if word.startswith("ah") and "/ip6" in word])
def test_our_ah_accepts_packets_signed_by_the_kernel(captured: dict[str, Any], word: str) -> None:
    path = parse_path(word.partition(":")[0])
    here = frames.IP6
    receiver = SecurityAssociation(
        SPI,
        Mac(path.algorithm, algorithm_of(path).auth_key),
        esn=path.esn,
        tunnel=here.wan if path.mode == "tunnel" else None,
    )
    packets = [bytes.fromhex(wire)[14:] for wire in captured[word]["wire"].values()]
    results = receiver.verify(packets)
    assert [result.reason for result in results] == ["ok"] * len(SIZES)
    for size, result in zip(SIZES, results, strict=True):
        inner = result.packet or b""
        assert frames.is_intact("ip6", size, inner if path.mode == "tunnel" else inner[40:], 1)
    forged = [packet[:-1] + bytes([packet[-1] ^ 1]) for packet in packets]
    assert {result.reason for result in receiver.verify(forged)} <= {"bad-icv", "replayed"}


@pytest.mark.parametrize("word", ["macsec-gcm", "macsec-gmac", "macsec-gcm/ip6"])
def test_scapy_finds_the_packet_in_macsec(captured: dict[str, Any], word: str) -> None:
    macsec = pytest.importorskip("scapy.contrib.macsec")
    path = parse_path(word.partition(":")[0])
    association = macsec.MACsecSA(
        sci=bytes.fromhex("02000000000a0001"), an=0, pn=1, key=bytes(range(1, 17)), icvlen=16,
        encrypt=path.cipher.endswith("gcm"), send_sci=True,
    )  # fmt: skip
    for size, wire in captured[word]["wire"].items():
        inner = association.decap(association.decrypt(scapy.Ether(bytes.fromhex(wire))))
        assert frames.is_intact(path.family, int(size), bytes(inner)[14:], 1), size


def test_paths_with_workers_are_refused_if_the_workers_time_is_unknown(captured: dict[str, Any]) -> None:
    """This kernel has no /proc/schedstat, so the time of worker threads is unknown."""
    assert captured[ELSEWHERE]["refused"][0] == "not-inline"
    assert captured[ELSEWHERE]["rounds"] == []
