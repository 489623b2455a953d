# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Run `wirerate` in a process forked from one that has loaded it already, which saves the time for imports.

The parent imports the package and everything its commands import when they run. It calls none of it and has no threads,
so a child is like `python brief.py` after its imports, with its own environment, folder, streams and exit status. Tests
of the start itself, or of environment variables that Python reads when it starts or loads a module, start a program
instead.
"""

from __future__ import annotations

import atexit
import contextlib
import gc
import importlib
import json
import os
import pkgutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

LARGEST = 1 << 20  # maximum bytes of a command with its environment
HELD = 1 << 16  # bytes that a pipe holds
# Imported by commands when they run.
LATER = (
    "cffi cryptography.hazmat.primitives.asymmetric.ec cryptography.x509 email.utils html multiprocessing.pool "
    "rich.console rich.live rich.padding rich.progress rich.table rich.text s3fs unicodedata vl_convert xml.etree"
).split()


class Forking:
    """The process that forks; it ends with this one."""

    def __init__(self) -> None:
        self._ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        for end in (self._ours, theirs):
            end.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, LARGEST)
        self._process = subprocess.Popen(
            [sys.executable, str(Path(__file__).resolve()), str(theirs.fileno())],
            pass_fds=[theirs.fileno()],
            stdin=subprocess.DEVNULL,
        )
        theirs.close()

    def run(
        self, words: Sequence[str | bytes], *, env: Mapping[str, str], cwd: Path, timeout: float, stdin: bytes = b""
    ) -> subprocess.CompletedProcess[bytes]:
        """Run a command. Its standard input is a pipe."""
        wanted = {"words": [os.fsdecode(word) for word in words], "env": dict(env), "cwd": str(cwd)}
        read, write = os.pipe()
        with tempfile.TemporaryFile() as answered, tempfile.TemporaryFile() as told:
            assert len(stdin) <= HELD
            os.write(write, stdin)
            os.close(write)
            streams = [read, answered.fileno(), told.fileno()]
            socket.send_fds(self._ours, [json.dumps(wanted).encode("ascii")], streams)
            os.close(read)
            self._ours.settimeout(timeout)
            try:
                status = json.loads(self._ours.recv(64))
            except TimeoutError:
                self._process.kill()
                forking.cache_clear()
                raise subprocess.TimeoutExpired([os.fsdecode(word) for word in words], timeout) from None
            for each in (answered, told):
                each.seek(0)
            return subprocess.CompletedProcess(wanted["words"], status, answered.read(), told.read())

    def said(
        self, words: Sequence[str], *, env: Mapping[str, str], cwd: Path, timeout: float = 240, stdin: str = ""
    ) -> subprocess.CompletedProcess[str]:
        """Run a command with text instead of bytes."""
        done = self.run(words, env=env, cwd=cwd, timeout=timeout, stdin=stdin.encode())
        texts = [told.decode().replace("\r\n", "\n").replace("\r", "\n") for told in (done.stdout, done.stderr)]
        return subprocess.CompletedProcess(done.args, done.returncode, *texts)


@cache
def forking() -> Forking:
    """Return the forking process that all tests of this process share."""
    return Forking()


def _load() -> None:
    import wirerate

    for found in pkgutil.walk_packages(wirerate.__path__, "wirerate."):
        if not found.name.endswith("__main__"):
            with contextlib.suppress(ImportError):  # the module belongs to an extra that may be missing
                importlib.import_module(found.name)
    for name in LATER:
        with contextlib.suppress(ImportError):
            importlib.import_module(name)


def _serve(end: socket.socket) -> bool:
    """Fork for each command. Return True in a child, and False at the end."""
    while True:
        request, fds, _, _ = socket.recv_fds(end, LARGEST, 3)
        if not request:
            return False
        child = os.fork()
        if not child:
            end.close()
            _become(json.loads(request), fds)
            return True
        for fd in fds:
            os.close(fd)
        _, status = os.waitpid(child, 0)
        end.send(json.dumps(os.waitstatus_to_exitcode(status)).encode())


def _become(wanted: dict[str, object], fds: Sequence[int]) -> None:
    """Set up the environment, folder and streams, as Python does when it starts."""
    for at, fd in enumerate(fds):
        os.dup2(fd, at)
        os.close(fd)
    words, env, cwd = wanted["words"], wanted["env"], wanted["cwd"]
    assert isinstance(words, list)
    assert isinstance(env, dict)
    os.chdir(str(cwd))
    os.environ.clear()
    os.environ.update(env)
    sys.argv[1:] = words
    sys.stdin = open(0, encoding="utf-8", closefd=False)  # noqa: SIM115 as long as the process
    sys.stdout = open(1, "w", encoding="utf-8", closefd=False)  # noqa: SIM115
    sys.stderr = open(2, "w", buffering=1, encoding="utf-8", errors="backslashreplace", closefd=False)  # noqa: SIM115
    signal.signal(signal.SIGINT, signal.default_int_handler)


def _main() -> None:
    sys.path[0] = str(Path(__file__).resolve().parents[2])  # to import the tests; a child's path is that of `python -m`
    from tests.python import brief

    from wirerate.cli import main  # the function: a module of this name comes with the rest

    sys.meta_path.insert(0, brief.Shortened)
    _load()
    gc.freeze()
    if _serve(socket.socket(fileno=int(sys.argv[1]))):
        try:
            main()
        except SystemExit as end:
            _leave(end.code)


def _leave(status: object) -> None:
    """End the process like Python, but without destroying objects, which takes longer than many commands."""
    threading._shutdown()  # type: ignore[attr-defined]
    atexit._run_exitfuncs()
    for stream in (sys.stdout, sys.stderr):
        stream.flush()
    os._exit(status if isinstance(status, int) else 1)


if __name__ == "__main__":
    _main()
