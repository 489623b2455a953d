"""While objects are hashed locally, no other user of the machine can connect to any socket."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.python.sockets import Socket, family, has_open, listening, reached_by_another

pytest.importorskip("fsspec", reason="no fsspec (pip install '.[fleet]')")
pytestmark = [
    pytest.mark.skipif(os.geteuid() != 0, reason="only root can try as another user"),
    pytest.mark.skipif(not Path("/proc/self/net/unix").exists(), reason="no /proc/PID/net: sockets cannot be found"),
]


@pytest.fixture
def running(tmp_path: Path) -> Iterator[subprocess.Popen[bytes]]:
    """Start `wirerate sum` on two objects whose data do not arrive, so that its workers exist and wait."""
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "file").write_bytes(b"abc")
    command = [
        sys.executable,
        "-m",
        "wirerate",
        "sum",
        "-j2",
        *(f"file://{tmp_path}/{name}" for name in ("file", "pipe")),
    ]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        deadline = time.monotonic() + 60
        while not any(has_open(each, tmp_path / "pipe") for each in family(process.pid)):
            assert process.poll() is None, "it ended by itself"
            assert time.monotonic() < deadline, "no worker opened the object"
            time.sleep(0.05)
        yield process
        process.terminate()


def test_no_other_user_reaches_a_local_run(running: subprocess.Popen[bytes]) -> None:
    processes = family(running.pid)
    assert len(processes) > 1, "nothing was started"
    sockets = listening(processes)
    assert reached_by_another(sockets) == []
    assert sockets == [], "nothing needs to listen: objects and results go through pipes"


def test_listening_sockets_are_found_and_tried(tmp_path: Path) -> None:
    """Test the check: it finds a port, an abstract name and a path, and sees that one path is closed to others."""
    tmp_path.chmod(0o700)
    closed, abstract = str(tmp_path / "closed"), f"wirerate-test-{os.getpid()}"
    with (
        socket.create_server(("127.0.0.1", 0)) as port,
        socket.socket(socket.AF_UNIX) as named,
        socket.socket(socket.AF_UNIX) as unnamed,
    ):
        for each, address in ((named, closed), (unnamed, "\0" + abstract)):
            each.bind(address)
            each.listen()
        here = listening([os.getpid()])
        open_port: Socket = ("tcp", port.getsockname())
        assert {open_port, ("unix", closed), ("unix", f"@{abstract}")} <= set(here)
        reached = reached_by_another(here)
    assert {open_port, ("unix", f"@{abstract}")} <= set(reached)
    assert ("unix", closed) not in reached
