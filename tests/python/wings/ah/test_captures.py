"""Captures: every file format gives the same packets, damaged files are read as far as possible, and the kernel's
verify.
"""

from __future__ import annotations

import re
import struct
from pathlib import Path

import pytest

from wirerate.authenticators.ah import Mac, SecurityAssociation
from wirerate.errors import UsageError
from wirerate.wings.ah.captures import explain, read, replay, write

LINUX = Path(__file__).parents[4] / "vectors" / "linux-ah"
PACKETS = [bytes([0x60, 0, 0, 0, 0, n, 59, 64]) + bytes(32 + n) for n in (0, 1, 5, 200)]
ETHERNET = bytes(12) + b"\x86\xdd"


def pcap(frames: list[bytes], link_type: int = 1, order: str = "<", magic: int = 0xA1B2C3D4) -> bytes:
    head = struct.pack(order + "IHHiIII", magic, 2, 4, 0, 0, 65535, link_type)
    return head + b"".join(struct.pack(order + "IIII", 7, 500, len(f), len(f)) + f for f in frames)


def block(kind: int, body: bytes, order: str) -> bytes:
    body += bytes(-len(body) % 4)
    return struct.pack(order + "II", kind, len(body) + 12) + body + struct.pack(order + "I", len(body) + 12)


def pcapng(frames: list[bytes], link_type: int = 1, order: str = "<", resolution: bytes = b"", kind: int = 6) -> bytes:
    options = struct.pack(order + "HH", 9, 1) + resolution + bytes(3) + bytes(4) if resolution else b""
    found = block(0x0A0D0D0A, struct.pack(order + "IHHq", 0x1A2B3C4D, 1, 0, -1), order)
    found += block(1, struct.pack(order + "HHI", link_type, 0, 0) + options, order)
    found += block(5, bytes(12), order)  # statistics: stepped over
    for f in frames:
        fixed = struct.pack(order + "IIIII", 0, 0, 7_000_500, len(f), len(f))
        found += block(kind, (fixed if kind == 6 else struct.pack(order + "I", len(f))) + f, order)
    return found


FORMS = {
    "pcap": lambda: pcap([ETHERNET + p for p in PACKETS]),
    "big-endian": lambda: pcap([ETHERNET + p for p in PACKETS], order=">"),
    "nanoseconds": lambda: pcap([ETHERNET + p for p in PACKETS], magic=0xA1B23C4D),
    "raw": lambda: pcap(PACKETS, 101),
    "IPv6": lambda: pcap(PACKETS, 229),
    "loopback": lambda: pcap([b"\x18\0\0\0" + p for p in PACKETS], 0),
    "Linux any": lambda: pcap([bytes(14) + b"\x86\xdd" + p for p in PACKETS], 113),
    "Linux any 2": lambda: pcap([b"\x86\xdd" + bytes(18) + p for p in PACKETS], 276),
    "VLAN": lambda: pcap([bytes(12) + b"\x81\0\0\x07\x86\xdd" + p for p in PACKETS]),
    "VLAN twice": lambda: pcap([bytes(12) + b"\x88\xa8\0\x01\x81\0\0\x07\x86\xdd" + p for p in PACKETS]),
    "pcapng": lambda: pcapng([ETHERNET + p for p in PACKETS]),
    "pcapng big-endian": lambda: pcapng([ETHERNET + p for p in PACKETS], order=">"),
    "pcapng raw": lambda: pcapng(PACKETS, 101),
    "pcapng nanoseconds": lambda: pcapng(PACKETS, 101, resolution=b"\x09"),
    "pcapng binary": lambda: pcapng(PACKETS, 101, resolution=b"\x94"),
    "pcapng two sections": lambda: pcapng(PACKETS[:2], 101) + pcapng(PACKETS[2:], 101, ">"),
}
TIMES = {"nanoseconds": 7.0000005, "pcapng nanoseconds": 0.0070005, "pcapng binary": 7_000_500 / (1 << 20)}


@pytest.mark.parametrize("form", FORMS)
def test_forms(form: str, tmp_path: Path) -> None:
    path = tmp_path / "capture"
    path.write_bytes(FORMS[form]())
    found = list(read(path))
    assert [each.packet for each in found] == PACKETS
    assert [each.number for each in found] == [1, 2, 3, 4]
    assert found[0].time == pytest.approx(TIMES.get(form, 7.0005))


def test_simple_packet_blocks_have_no_time(tmp_path: Path) -> None:
    path = tmp_path / "capture"
    path.write_bytes(pcapng(PACKETS, 101, kind=3))
    assert [(each.packet, each.time) for each in read(path)] == [(packet, 0) for packet in PACKETS]


@pytest.mark.parametrize("form", ["pcap", "pcapng", "pcapng big-endian", "raw"])
def test_a_file_cut_at_any_byte_loses_only_the_rest(form: str, tmp_path: Path) -> None:
    whole = FORMS[form]()
    path = tmp_path / "capture"
    least = 4
    for length in range(least, len(whole)):
        path.write_bytes(whole[:length])
        found = list(read(path))
        kept = [each for each in found if not each.problem]
        assert [each.packet for each in kept] == PACKETS[: len(kept)]
        assert [each.problem for each in found[len(kept) :]] in ([], ["cut-short"])
    assert len(kept) == len(PACKETS) - 1


def test_frames_that_hold_no_ipv6(tmp_path: Path) -> None:
    path = tmp_path / "capture"
    path.write_bytes(pcap([bytes(12) + b"\x08\x00" + bytes(40), b"", ETHERNET + PACKETS[0]]))
    assert [each.problem for each in read(path)] == ["not-ipv6", "not-ipv6", ""]
    path.write_bytes(pcapng([PACKETS[0]], 105))  # 802.11
    assert [each.problem for each in read(path)] == ["link-type"]
    assert all(explain(name) for name in ("not-ipv6", "link-type", "cut-short"))


@pytest.mark.parametrize(
    ("content", "said"),
    [(b"", "empty"), (b"GIF89a", "not a packet capture"), (pcap([], 105), "link type 105"), (None, "cannot read")],
)
def test_a_file_that_is_no_capture_is_an_error(content: bytes | None, said: str, tmp_path: Path) -> None:
    path = tmp_path / "capture"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(UsageError, match=said) as caught:
        list(read(path))
    assert caught.value.fix


def test_a_written_capture_reads_back(tmp_path: Path) -> None:
    path = tmp_path / "capture"
    write(path, [(1.5 + n, packet) for n, packet in enumerate(PACKETS)])
    assert [(each.time, each.packet) for each in read(path)] == [(1.5 + n, p) for n, p in enumerate(PACKETS)]


def _rows() -> list[tuple[str, str, str]]:
    found = re.findall(r"^\| `(\S+\.pcap)` \| `(.*)` \| `([0-9a-f]+)` \|$", (LINUX / "README.md").read_text(), re.M)
    assert {name for name, _, _ in found} == {path.name for path in LINUX.glob("*.pcap")}
    return found


@pytest.mark.parametrize(("name", "options", "key"), _rows())
def test_packets_signed_by_linux_verify(name: str, options: str, key: str) -> None:
    given = dict(re.findall(r"--(\w+) ?([^-\s]\S*)?", options))
    last = int(given.get("sequence", "0"), 0)
    sa = SecurityAssociation(
        int(given["spi"], 0),
        Mac(given["algorithm"], bytes.fromhex(key)),
        esn="esn" in given,
        tunnel=("fd00::2", "fd00::1") if "tunnel" in given else None,
    )
    sa.highest = last
    answers = list(replay(read(LINUX / name), sa.verify))
    assert [result.reason for _, result in answers] == ["ok"] * 5
    assert [result.sequence for _, result in answers] == [last + n for n in range(1, 6)]
