"""The handlers by themselves: their tags equal asyncssh's (UMAC with nettle), packet by packet."""

from __future__ import annotations

import random
from typing import Any

import asyncssh.mac
import pytest

from wirerate.plugins import asyncssh as plugin

from .conftest import HMACS, UMACS

SIZES = (*range(1, 201), 1023, 1024, 1025, 1500, 2047, 2049, 32768)


def own_handler(name: str) -> Any:
    """Return asyncssh's own handler, as it was before install()."""
    plugin.uninstall()
    found = asyncssh.mac._mac_handler.get(name.encode())
    if found is None:
        pytest.skip(f"this asyncssh has no {name}: it needs libnettle (Debian: libnettle8)")
    return found


def pair(name: str, seed: int) -> tuple[Any, Any]:
    handler, size, arguments = own_handler(name)
    plugin.install()
    kept, kept_size, kept_arguments = asyncssh.mac._mac_handler[name.encode()]
    assert kept in (plugin.KeptUmac, plugin.KeptHmac)
    key_size = asyncssh.mac._mac_params[name.encode()][0]
    key = random.Random(seed).randbytes(key_size)
    return handler(key, size, *arguments), kept(key, kept_size, *kept_arguments)


@pytest.mark.parametrize("name", [*UMACS, *HMACS])
def test_tags_are_those_of_asyncssh(name: str, installed: tuple[str, ...]) -> None:
    rng = random.Random(name)
    theirs, ours = pair(name, 4418)
    for seq, size in enumerate(SIZES):
        packet = rng.randbytes(size)
        tag = ours.sign(seq, packet)
        assert tag == theirs.sign(seq, packet), f"{size} bytes"
        assert ours.verify(seq, packet, tag)
    for seq in (0, 1, 0xFFFF, 0x10000, 0xFFFFFFFE, 0xFFFFFFFF, 0):
        assert ours.sign(seq, b"wrap") == theirs.sign(seq, b"wrap")


@pytest.mark.parametrize("name", [*UMACS, "hmac-md5", "hmac-sha2-512"])
def test_every_changed_bit_is_refused(name: str, installed: tuple[str, ...]) -> None:
    _, ours = pair(name, 1)
    packet = bytes(range(20))
    tag = ours.sign(7, packet)
    for bit in range(8 * len(packet)):
        changed = bytearray(packet)
        changed[bit // 8] ^= 1 << bit % 8
        assert not ours.verify(7, bytes(changed), tag)
    for bit in range(8 * len(tag)):
        changed = bytearray(tag)
        changed[bit // 8] ^= 1 << bit % 8
        assert not ours.verify(7, packet, bytes(changed))
    assert not ours.verify(8, packet, tag)
    assert not ours.verify(7, packet, tag[:-1])


def test_a_key_of_another_length_names_both() -> None:
    with pytest.raises(ValueError, match=r"16 bytes, not 15"):
        plugin.KeptUmac(bytes(15), 8)


def test_install_serves_all_names_and_uninstall_gives_them_back() -> None:
    before = dict(asyncssh.mac._mac_handler)
    names = plugin.install()
    assert plugin.install() == names
    assert set(UMACS) | set(HMACS) <= set(names)
    plugin.uninstall()
    assert {name: asyncssh.mac._mac_handler[name] for name in before} == before
