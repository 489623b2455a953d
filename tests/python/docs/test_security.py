"""Every promise in SECURITY.md names an existing test that checks it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
TEXT = (ROOT / "SECURITY.md").read_text()
PROMISED, _, LISTENS = TEXT.partition("## What listens")
PROMISES = re.findall(r"^\| (?!promise|-)(.+?) \| (.+?) \|$", PROMISED, re.MULTILINE)
TARGETS = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))


def named(cell: str) -> list[str]:
    return re.findall(r"`([^`]+)`", cell)


@pytest.mark.parametrize(("promise", "held_by"), PROMISES, ids=[promise[:40] for promise, _ in PROMISES])
def test_the_tests_of_promises_exist(promise: str, held_by: str) -> None:
    assert named(held_by), f"nothing holds: {promise}"
    for name in named(held_by):
        if name.startswith("make "):
            assert name.removeprefix("make ") in TARGETS
        else:
            assert (ROOT / name).is_file(), name


def test_c_tests_are_built() -> None:
    """A CMakeLists.txt must name the file; otherwise its test never runs."""
    lists = [*(ROOT / "tests").rglob("CMakeLists.txt"), *(ROOT / "tests").rglob("*.cmake")]
    built = "".join(path.read_text() for path in lists)
    for name in {name for _, held_by in PROMISES for name in named(held_by) if name.endswith(".c")}:
        test = Path(name).stem.removeprefix("test_")
        assert re.search(rf"wr_\w*test\({test}\b|\btest_{test}\.c\b", built), name


def test_every_named_file_and_page_exists() -> None:
    paths = re.findall(r"`((?:core|tests|scripts|docs)/[^`*]+)`", TEXT)
    assert len(paths) > 20
    assert [path for path in paths if not (ROOT / path).exists()] == []


# Calls that open a listening socket, in Python, C and started programs.
LISTENER = re.compile(r"create_server|\.listen\(|\blisten\(|LocalCluster|HTTPServer|--server\b|ControlMaster=(?!no)")
KNOWN = {
    "src/wirerate/wings/ssh/server.py": "`ssh`",
    "src/wirerate/wings/ah/demo.py": "`ah demo`",
    "host/path/stream.c": "`path` of `tcp`",
}


def test_every_listening_socket_is_in_the_table() -> None:
    """All sources that open a listening socket are known, and their commands are in the table."""
    sources = [path for room in ("src", "core", "host") for path in (ROOT / room).rglob("*.[pch]*")]
    listening = {
        str(path.relative_to(ROOT))
        for path in sources
        if path.suffix in (".py", ".c", ".h") and LISTENER.search(path.read_text()) and "plugins" not in path.parts
    }
    assert listening == set(KNOWN)
    for command in KNOWN.values():
        assert re.search(rf"^\| {command}", LISTENS, re.MULTILINE), command


def test_the_limits_are_stated() -> None:
    """The page states these limits."""
    _, _, refused = TEXT.partition("## What is not promised")
    for word in (
        "MD5 is broken",
        "K-way MD5",
        "RFC 6151",
        "repeated nonce",
        "2^-32",
        "side channels",
        "Lengths are public",
    ):
        assert word in refused
    assert "](SECURITY.md)" in (ROOT / "README.md").read_text()
