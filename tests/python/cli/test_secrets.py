"""No key appears in printed, written or raised text: recognisable keys are used and searched for everywhere."""

from __future__ import annotations

import base64
import os
import shutil
import subprocess
import traceback
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path

import pytest

from wirerate.authenticators.ah import Mac, SecurityAssociation
from wirerate.authenticators.hmac_md5 import HmacMd5
from wirerate.authenticators.umac import Umac
from wirerate.errors import Error

Wirerate = Callable[..., "subprocess.CompletedProcess[str]"]

SECRET = bytes(range(0xA1, 0xC1))  # 32 bytes, none of them ASCII
PIECE = 6  # bytes: too many to match by chance


def spellings(secret: bytes) -> set[bytes]:
    """Return every part of the secret in every form in which it might be printed."""
    pieces = [secret[at : at + PIECE] for at in range(len(secret) - PIECE + 1)]
    found = set(pieces)
    for piece in pieces:
        found |= {piece.hex().encode(), piece.hex().upper().encode(), piece.hex(":").encode(), piece.hex(" ").encode()}
        found |= {repr(piece)[2:-1].encode(), repr(list(piece))[1:-1].encode()}
    for at in range(3):  # base64 encodes groups of three bytes, which may start at any offset
        found |= {coder(secret[at : at + 12])[:8] for coder in (base64.b64encode, base64.urlsafe_b64encode)}
    return found


def told(*texts: str | bytes, secret: bytes = SECRET) -> list[bytes]:
    """Return the spellings that occur in any of the texts."""
    whole = b"\n".join(text.encode("utf-8", "surrogateescape") if isinstance(text, str) else text for text in texts)
    return [spelling for spelling in spellings(secret) if spelling in whole]


def written(folder: Path, *but: Path) -> bytes:
    """Return the content and names of all files in the folder."""
    files = [path for path in folder.rglob("*") if path.is_file() and path not in but]
    return b"\n".join([str(path).encode() + b"\n" + path.read_bytes() for path in files])


def test_the_search_finds_a_printed_key() -> None:
    for text in (
        SECRET.hex(),
        repr(SECRET),
        f"<key {SECRET[5:15].hex(' ')}>",
        base64.b64encode(SECRET),
        str([*SECRET]),
    ):
        assert told(text)
    assert not told("nothing of it here")


PACKET = bytes.fromhex("60000000000811ff" + "fd00" + 13 * "00" + "01" + "fd00" + 13 * "00" + "02" + "0001000200080000")


@pytest.fixture
def capture(tmp_path: Path) -> Path:
    from wirerate.wings.ah.captures import write

    path = tmp_path / "in.pcap"
    write(str(path), [(0.0, PACKET), (1.0, PACKET)])
    return path


@pytest.mark.parametrize("json", [(), ("-J",)])
def test_ah_tells_no_key(wirerate: Wirerate, capture: Path, tmp_path: Path, json: tuple[str, ...]) -> None:
    key, other = tmp_path / "key", tmp_path / "other"
    key.write_text(SECRET.hex())
    other.write_text(bytes(32).hex())
    signed = wirerate("ah", "sign", "in.pcap", "-o", "out.pcap", "--spi", "0x1000", "--key-file", "key", *json)
    good = wirerate("ah", "verify", "out.pcap", "--spi", "0x1000", "--key-file", "key", *json)
    bad = wirerate("ah", "verify", "out.pcap", "--spi", "0x1000", "--key-file", "other", *json)
    assert (signed.returncode, good.returncode, bad.returncode) == (0, 0, 1), signed.stderr + good.stderr
    answers = [text for done in (signed, good, bad) for text in (done.stdout, done.stderr)]
    assert not told(*answers, written(tmp_path, key))


@pytest.mark.parametrize(
    "content",
    [SECRET.hex()[:-2], SECRET.hex()[:-1], SECRET, base64.b64encode(SECRET), SECRET.hex() + "!", repr(SECRET)],
    ids=["short", "half a byte", "raw", "base64", "no hex", "python"],
)
def test_a_key_that_is_refused_is_not_quoted(
    wirerate: Wirerate, capture: Path, tmp_path: Path, content: str | bytes
) -> None:
    (tmp_path / "key").write_bytes(content if isinstance(content, bytes) else content.encode())
    done = wirerate("ah", "sign", "in.pcap", "-o", "out.pcap", "--spi", "0x1000", "--key-file", "key")
    assert done.returncode == 2
    assert done.stderr
    assert not told(done.stdout, done.stderr)


def keyed() -> list[object]:
    """Every object that has a key, and messages under it."""
    mac = Mac("hmac-sha2-256-128", SECRET)
    hmac, umac = HmacMd5(SECRET), Umac(SECRET[:16], bits=128)
    found = [mac, SecurityAssociation(0x1000, mac), hmac, umac, hmac.new(), umac.new(b"nonce")]
    if find_spec("asyncssh"):
        from hashlib import sha256

        from wirerate.plugins.asyncssh import KeptHmac, KeptUmac

        found += [KeptUmac(SECRET[:16], 8), KeptHmac(SECRET, 32, sha256)]
    return found


@pytest.mark.parametrize("each", keyed(), ids=lambda each: type(each).__name__)
def test_objects_show_no_key(each: object) -> None:
    shown = [repr(each), str(each), f"{each}", *map(repr, vars(each).values())]
    if type(each).__module__.startswith("wirerate.plugins"):
        shown = shown[:3]  # asyncssh's base class keeps the key
    assert not told(*shown)


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: Umac(SECRET),
        lambda: Umac(SECRET[:16], bits=65),
        lambda: Umac(SECRET[:16]).tag(SECRET, b""),
        lambda: HmacMd5(SECRET).verify(b"", SECRET),
        lambda: HmacMd5(SECRET).tag(b"", bits=7),
        lambda: Mac("hmac-sha2-256-128", SECRET[:-1]),
        lambda: Mac("hmac-sha2-256-128", SECRET, "nobody"),
        lambda: SecurityAssociation(0x1000, Mac("hmac-sha2-256-128", SECRET), generation="1826", esn=True),
    ],
)
def test_exceptions_quote_no_key(wrong: Callable[[], object]) -> None:
    with pytest.raises((Error, ValueError)) as caught:
        wrong()
    assert not told(*traceback.format_exception(caught.value), repr(caught.value), getattr(caught.value, "fix", ""))


SSHD = shutil.which("sshd", path=os.environ.get("PATH", "") + ":/usr/sbin")
KEYGEN = """#!/bin/sh
{keygen} "$@" || exit
for last; do :; done
cp "$last" {kept}/
"""


@pytest.mark.skipif(
    not (SSHD and shutil.which("ssh-keygen")), reason="no ssh or sshd (Debian: openssh-client openssh-server)"
)
def test_ssh_tells_no_private_key(wirerate: Wirerate, tmp_path: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    """The private server's keys are made by the real ssh-keygen, with a copy for this test."""
    kept = tmp_path_factory.mktemp("keys")
    program = kept / "bin" / "ssh-keygen"
    program.parent.mkdir()
    program.write_text(KEYGEN.format(keygen=shutil.which("ssh-keygen"), kept=kept))
    program.chmod(0o755)
    done = wirerate("ssh", "--rounds", "6", "--size", "1Mi", "--ciphers", "aes128-gcm", "--export-json", "run.jsonl",
                    "-o", "page.html", PATH=f"{program.parent}{os.pathsep}{os.environ['PATH']}",
                    TMPDIR=str(tmp_path))  # fmt: skip
    assert done.returncode in (0, 1, 3), done.stderr
    everything = written(tmp_path) + (done.stdout + done.stderr).encode()
    assert b"transfer" in everything
    for name in ("host", "user"):
        lines = (kept / name).read_bytes().splitlines()[1:-1]
        assert len(lines) > 3
        # The first lines are the format and the public key (OpenSSH's PROTOCOL.key); the rest is secret.
        assert not [line for line in lines[2:] if line in everything]


@pytest.mark.skipif(not find_spec("fsspec"), reason="no fsspec: pip install '.[fleet]'")
@pytest.mark.parametrize(
    "url",
    [
        "s3://AKIAEXAMPLE:{0}@bucket/prefix",
        "https://host.invalid/file?X-Amz-Credential=AKIAEXAMPLE&X-Amz-Signature={0}",
        "https://user:{0}@host.invalid/file",
    ],
)
def test_sum_tells_no_password_of_a_url(wirerate: Wirerate, tmp_path: Path, url: str) -> None:
    password = SECRET.hex()
    done = wirerate("sum", "--yes", "--resume", "manifest", url.format(password), AWS_SECRET_ACCESS_KEY=password)
    assert done.returncode != 0
    assert done.stderr
    assert not told(done.stdout, done.stderr, written(tmp_path))
