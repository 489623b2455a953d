"""Check files of any content: wirerate prints exactly what this machine's md5sum prints."""

from __future__ import annotations

import hashlib
import io
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from wirerate.cli.main import run
from wirerate.wings.sum.check_files import DiskList, Entry, Reader, Style

pytestmark = pytest.mark.skipif(not shutil.which("md5sum"), reason="no md5sum (Debian: coreutils)")

CONTENTS = {b"a": b"one\n", b" b": b"two", b"*c": b"", b"d\\e": b"3", b"f\ng": b"4", b"h\ri": b"5", b"\xff\xe9": b"6"}
DIGESTS = {name: hashlib.md5(content).hexdigest().encode() for name, content in CONTENTS.items()}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Create files of known content in a folder that is the current one for this module's tests."""
    path = tmp_path_factory.mktemp("listed")
    for name, content in CONTENTS.items():
        Path(os.fsdecode(os.fsencode(path) + b"/" + name)).write_bytes(content)
    before = Path.cwd()
    os.chdir(path)
    yield path
    os.chdir(before)


class _Console(io.TextIOWrapper):
    """Records both streams in one, in the order of writing."""


@pytest.mark.parametrize("names", [[b"a", b" b", b"*c", b"\xff\xe9"], list(CONTENTS), []])
@pytest.mark.parametrize("style", [Style(), Style(binary=True), Style(tagged=True), Style(zero=True)])
def test_many_lines_at_once_are_those_of_each(style: Style, names: list[bytes]) -> None:
    digests = [DIGESTS[name] for name in names]
    assert style.lines(digests, names) == b"".join(style.line(DIGESTS[name].decode(), name) for name in names)


def ours(*words: str) -> tuple[int, bytes]:
    both = io.BytesIO()
    streams, handler = (sys.stdout, sys.stderr), signal.getsignal(signal.SIGPIPE)
    sys.stdout = sys.stderr = _Console(both, encoding="utf-8", errors="surrogateescape", write_through=True)
    try:
        status = run(["sum", *words])
        sys.stdout.flush()
        return status, both.getvalue()
    finally:
        sys.stdout, sys.stderr = streams
        signal.signal(signal.SIGPIPE, handler)


def theirs(*words: str) -> tuple[int, bytes]:
    found = subprocess.run(["md5sum", *words], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    return found.returncode, found.stdout.replace(b"md5sum: ", b"wirerate sum: ")


def spelled(name: bytes) -> bytes:
    return name.replace(b"\\", b"\\\\").replace(b"\n", b"\\n").replace(b"\r", b"\\r")


names = st.sampled_from(
    [*CONTENTS, b"absent", b"not there", b"it's", b"-x", b"q\\n", b".", b"a\x00b", b"", b"\xc3\xa9"]
)
digests = st.one_of(
    st.sampled_from(sorted(DIGESTS.values())),
    st.sampled_from([DIGESTS[b"a"].upper(), DIGESTS[b"a"][:-1], DIGESTS[b"a"] + b"0", b"g" * 32, b"0" * 32, b""]),
)


@st.composite
def lines(draw: st.DrawFn) -> bytes:
    name, digest = draw(names), draw(digests)
    if draw(st.integers(0, 2)) and name in DIGESTS:
        digest = DIGESTS[name]
    escaped = draw(st.booleans())
    shown = spelled(name) if escaped else name
    mark = draw(st.sampled_from([b"  ", b" *", b" ", b"\t", b"", b" \t", b"   "]))
    tag = draw(st.sampled_from([b"MD5 (", b"MD5(", b"MD5  (", b"SHA1 (", b"MD5"]))
    equals = draw(st.sampled_from([b") = ", b")=", b") \t=\t", b") ", b" = "]))
    line = draw(
        st.sampled_from(
            [
                digest + mark + shown,
                tag + shown + equals + digest,
                b"#" + digest + mark + shown,
                mark + digest,
                shown,
                b"",
            ]
        )
    )
    before = draw(st.sampled_from([b"", b"", b"", b" ", b"\t ", b"\\\\", b"-"]))
    after = draw(st.sampled_from([b"\n", b"\n", b"\n", b"\r\n", b" \n", b"\r\r\n", b"\x00\n"]))
    return before + (b"\\" if escaped else b"") + line + after


garbage = st.binary(max_size=80)
files = st.lists(st.one_of(lines(), lines(), lines(), garbage), max_size=8).map(b"".join)
options = st.lists(
    st.sampled_from(["--quiet", "--status", "--strict", "-w", "--ignore-missing", "--warn", "--stat", "--qui"]),
    max_size=3,
)


@settings(max_examples=250, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(first=files, second=files, words=options)
def test_any_check_file_is_judged_as_md5sum_judges_it(
    folder: Path, first: bytes, second: bytes, words: list[str]
) -> None:
    (folder / "FIRST").write_bytes(first)
    (folder / "SECOND").write_bytes(second)
    asked = ("-c", *words, "FIRST", "SECOND")
    assert ours(*asked) == theirs(*asked)


# Unicode versions differ: a letter for the C library may not be one for Python, or the reverse.
_ASSIGNED = st.text(st.characters(max_codepoint=0x2FF), min_size=1).map(lambda text: text.encode())


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(name=st.one_of(st.binary(min_size=1, max_size=12), _ASSIGNED).filter(lambda name: b"\0" not in name))
@pytest.mark.parametrize("locale", ["C", "C.UTF-8"])
def test_any_name_is_quoted_in_messages_as_gnu_quotes_it(folder: Path, name: bytes, locale: str) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("LC_ALL", locale)
        word = os.fsdecode(name)
        assert ours("--", f"absent/{word}") == theirs("--", f"absent/{word}")


@pytest.mark.parametrize("size", [1 << 20, 5 << 20])
def test_huge_lines_are_no_trouble(folder: Path, size: int) -> None:
    text = b"x" * size + b"\n" + DIGESTS[b"a"] + b"  a\n" + DIGESTS[b"a"] + b"  " + b"y" * size
    (folder / "HUGE").write_bytes(text)
    (status, said), (expected, expected_said) = ours("-c", "HUGE"), theirs("-c", "HUGE")
    assert (status, said) == (expected, expected_said)


def test_a_line_is_parsed_into_its_entry() -> None:
    line = b"\\" + b"0123456789abcdefABCDEF0123456789" + b" *a\\\\b\\n"
    entries = list(Reader().entries([b"# comment\n", line, b"\n", b"nothing\n"]))
    assert entries == [(2, Entry(bytes.fromhex("0123456789abcdefABCDEF0123456789"), b"a\\b\n")), (4, None)]


@pytest.mark.parametrize("count", [1, 20_000])
def test_entries_set_aside_are_read_back_in_order_any_number_of_times(
    count: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """This also holds if the entries do not fit in memory."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    aside: DiskList[tuple[int, bytes]] = DiskList()
    assert not aside
    things = [(number, b"x" * 100) for number in range(count)]
    for thing in things:
        aside.add(thing)
    assert aside
    assert list(aside) == list(aside) == things
    assert [pair for pair in zip(aside, aside, strict=True) if pair[0] != pair[1]] == []  # two readers at a time
    assert list(tmp_path.iterdir()) == []  # no name that a killed run could leave
