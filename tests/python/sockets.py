"""List the sockets on which processes listen, and test whether another user can connect (proc(5))."""

from __future__ import annotations

import contextlib
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from tests.python import processes

NOBODY = 65534
_LISTENS = "0A"  # TCP_LISTEN in /proc/net/tcp
_ACCEPTS = 0x10000  # __SO_ACCEPTCON in /proc/net/unix

# Runs as another user: prints which of the addresses in its JSON argument accept a connection.
_PROBE = """
import json, socket, sys
reached = []
families = {"unix": socket.AF_UNIX, "tcp6": socket.AF_INET6, "tcp": socket.AF_INET}
for family, address in json.load(sys.stdin):
    with socket.socket(families[family]) as s:
        s.settimeout(5)
        try:
            s.connect("\\0" + address[1:] if family == "unix" and address[0] == "@"
                      else address if family == "unix" else tuple(address))
        except OSError:
            continue
        reached.append([family, address])
print(json.dumps(reached))
"""

Socket = tuple[str, object]  # unix and a path, tcp or tcp6 and a host with its port


def family(process: int) -> list[int]:
    """Return the process and all its descendants."""
    parents: dict[int, list[int]] = {}
    for number, line in processes.of_each("stat"):
        parents.setdefault(int(line.rpartition(b")")[2].split()[1]), []).append(number)
    found = [process]
    for each in found:
        found += parents.get(each, [])
    return found


def listening(processes: list[int]) -> list[Socket]:
    """Return the sockets on which processes listen, in their own network namespaces."""
    found: list[Socket] = []
    for process in processes:
        held = _held(process)
        for name, host in (("tcp", "127.0.0.1"), ("tcp6", "::1")):
            for row in _rows(process, name):
                if row[3] == _LISTENS and row[9] in held:
                    found.append((name, (host, int(row[1].rpartition(":")[2], 16))))
        for row in _rows(process, "unix"):
            if int(row[3], 16) & _ACCEPTS and row[6] in held and len(row) > 7:
                found.append(("unix", row[7]))
    return sorted(set(found), key=str)


def _held(process: int) -> set[str]:
    """Return the inodes of a process's open sockets."""
    return {name[8:-1] for name in _open(process) if name.startswith("socket:[")}


def has_open(process: int, path: Path) -> bool:
    return str(path) in _open(process)


def _open(process: int) -> Iterator[str]:
    """Return the targets of a process's file descriptors."""
    with contextlib.suppress(OSError):
        for descriptor in Path(f"/proc/{process}/fd").iterdir():
            with contextlib.suppress(OSError):
                yield str(descriptor.readlink())


def _rows(process: int, name: str) -> list[list[str]]:
    try:
        return [line.split() for line in Path(f"/proc/{process}/net/{name}").read_text().splitlines()[1:]]
    except OSError:
        return []


def reached_by_another(sockets: list[Socket]) -> list[Socket]:
    """Return the sockets that accept a connection from user 65534. Must run as root."""
    done = subprocess.run(
        [_python(), "-I", "-S", "-c", _PROBE], input=json.dumps(sockets), capture_output=True, text=True, timeout=60,
        cwd="/", user=NOBODY, group=NOBODY, extra_groups=[], check=True,
    )  # fmt: skip
    return [(name, tuple(at) if isinstance(at, list) else at) for name, at in json.loads(done.stdout)]


def _python() -> str:
    """Return a Python that another user may start: this one, or the system's if this one is in a private folder."""
    for python in (sys.executable, "/usr/bin/python3"):
        try:
            subprocess.run([python, "-I", "-S", "-c", ""], cwd="/", user=NOBODY, group=NOBODY, check=True)
        except (OSError, subprocess.SubprocessError):
            continue
        return python
    raise AssertionError("no python that another user may start")
