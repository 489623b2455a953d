"""Batches in local processes and on a real cluster: killed workers, batches that kill them, read-ahead, the end."""

from __future__ import annotations

import ctypes
import hashlib
import os
import pickle
import signal
import subprocess
import sys
import time
from collections import Counter, deque
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.python.remote.stores import Bucket
from tests.python.sockets import family, has_open

from wirerate.errors import MissingError
from wirerate.wings.sum import jobs
from wirerate.wings.sum.jobs import TASK_BYTES, TASK_OBJECTS, batches
from wirerate.wings.sum.stores import Object, Result

pytest.importorskip("fsspec", reason="no fsspec (pip install '.[fleet]')")

CONTENT = {f"{number:03d}": b"%d" % number for number in range(40)}
_PR_SET_CHILD_SUBREAPER = 36  # <linux/prctl.h>


@pytest.fixture
def every(tmp_path: Path) -> list[Object]:
    for name, content in CONTENT.items():
        (tmp_path / name).write_bytes(content)
    return [Object((tmp_path / name).as_uri(), len(content)) for name, content in CONTENT.items()]


def lines(tasks: Iterator[list[Object]], processes: int = 2) -> list[tuple[str, str, str]]:
    found = [result for results in jobs.results_of_processes(tasks, processes) for result in results]
    return sorted((each.object.name.rpartition("/")[2], each.digest, each.error) for each in found)


EXPECTED = [(name, hashlib.md5(content).hexdigest(), "") for name, content in CONTENT.items()]


def test_killed_processes_lose_nothing(every: list[Object]) -> None:
    """A working process is killed, and then another one."""
    killed = Counter[int]()

    def source() -> Iterator[list[Object]]:
        for at in range(0, len(every), 2):
            if at in (12, 24):
                alive = [each for each in family(os.getpid())[1:] if each not in killed]  # a busy machine buries late
                child = next(each for each in alive if b"sum.jobs" in command_line(each))
                os.kill(child, signal.SIGKILL)
                killed[child] += 1
            yield every[at : at + 2]

    assert lines(source()) == EXPECTED
    assert list(killed.values()) == [1, 1]


def command_line(process: int) -> bytes:
    try:
        return Path(f"/proc/{process}/cmdline").read_bytes()
    except OSError:
        return b""


DEADLY = """
import os
from wirerate.wings.sum import worker
real = worker.hash_batch
worker.hash_batch = lambda batch, part: os._exit(1) if b"/021" in batch else real(batch, part)
"""
NOISY = """
from wirerate.wings.sum import worker
real = worker.hash_batch
worker.hash_batch = lambda batch, part: print("a library's word") or real(batch, part)
"""


def begin_with(code: str, patch: pytest.MonkeyPatch) -> None:
    """Return code that each process runs before it accepts work."""
    patch.setattr(jobs, "_CHILD", jobs._CHILD.replace("; from", f"; exec({code!r}); from", 1))


def test_an_object_that_kills_is_given_up_and_no_other(every: list[Object], monkeypatch: pytest.MonkeyPatch) -> None:
    begin_with(DEADLY, monkeypatch)
    found = lines(iter([every[:4], every[20:24], every[24:]]))
    assert [each for each in found if each[2]] == [("021", "", "given up: every worker that read it died")]
    assert [each for each in found if not each[2]] == [EXPECTED[at] for at in (0, 1, 2, 3, 20, 22, 23, *range(24, 40))]


def test_listing_waits_for_the_processes(every: list[Object]) -> None:
    pulled = 0

    def source() -> Iterator[list[Object]]:
        nonlocal pulled
        for each in every:
            pulled += 1
            yield [each]

    for done, _ in enumerate(jobs.results_of_processes(source(), 2)):
        assert pulled <= done + 1 + 2 * 2
    assert pulled == len(every)


def test_cancelled_work_ends(every: list[Object]) -> None:
    results = jobs.results_of_processes(([each] for each in every), 2)
    next(results)
    children = [each for each in family(os.getpid())[1:] if b"sum.jobs" in command_line(each)]
    assert children
    results.close()
    assert not [each for each in children if Path(f"/proc/{each}").exists()]


def test_output_of_a_library_is_no_answer(every: list[Object], monkeypatch: pytest.MonkeyPatch) -> None:
    begin_with(NOISY, monkeypatch)
    assert lines(iter([every])) == EXPECTED


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_no_process_outlives_the_command(tmp_path: Path, number: signal.Signals) -> None:
    """Whether the command is killed, ends or is interrupted while a process waits for data, the process ends too."""
    os.mkfifo(tmp_path / "pipe")
    libc = ctypes.CDLL(None)
    libc.prctl(_PR_SET_CHILD_SUBREAPER, 1)  # orphans come to us
    try:
        command = [sys.executable, "-m", "wirerate", "sum", "-j1", (tmp_path / "pipe").as_uri()]
        with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) as process:
            wait_until(lambda: len(family(process.pid)) > 1)
            (child,) = family(process.pid)[1:]
            wait_until(lambda: has_open(child, tmp_path / "pipe"))
            process.send_signal(number)
            _, told = process.communicate(timeout=60)
        assert process.returncode == (-number if number == signal.SIGKILL else 130)
        assert "Traceback" not in told
        wait_until(lambda: is_gone(child))
    finally:
        libc.prctl(_PR_SET_CHILD_SUBREAPER, 0)


def is_gone(child: int) -> bool:
    try:
        return os.waitpid(child, os.WNOHANG)[0] == child
    except ChildProcessError:  # its parent saw to it
        return not Path(f"/proc/{child}").exists()


def wait_until(met: object) -> None:
    assert callable(met)
    deadline = time.monotonic() + 60
    while not met():
        assert time.monotonic() < deadline, "it did not come"
        time.sleep(0.02)


# ---- through a real cluster ----


def objects(bucket: Bucket) -> list[Object]:
    return [Object(f"s3://{bucket.name}/small/{number:03d}", 1000 + number) for number in range(70)]


def test_killed_workers_lose_nothing(cluster: Any, bucket: Bucket) -> None:
    """A working worker is killed, and then its replacement."""
    every = objects(bucket)

    def source() -> Iterator[list[Object]]:
        for at in range(0, len(every), 2):
            if at in (20, 44):
                os.kill(next(iter(cluster.run(os.getpid).values())), signal.SIGKILL)
            yield every[at : at + 2]

    found = [result for results in jobs.results_of_cluster(cluster, source()) for result in results]
    assert Counter(each.object.name for each in found) == Counter(each.name for each in every)
    assert {each.error for each in found} == {""}
    assert sorted(f"{each.digest}  {each.object.name}" for each in found) == bucket.lines("small/")


def deadly(batch: bytes, part: int | None) -> bytes:
    """End the worker that gets the object of this name."""
    found = pickle.loads(batch)
    if any(each.name.endswith("deadly") for each in found):
        os._exit(1)
    return pickle.dumps([Result(each, "0" * 32) for each in found])


def test_an_object_that_kills_workers_is_given_up(cluster: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    cloudpickle = pytest.importorskip("cloudpickle")
    cloudpickle.register_pickle_by_value(sys.modules[__name__])
    monkeypatch.setattr(jobs, "hash_batch", deadly)
    ((found,),) = jobs.results_of_cluster(cluster, [[Object("memory://deadly", 1)]])
    assert "died" in found.error


def test_suspect_batches_are_retried_alone_and_then_in_halves(cluster: Any) -> None:
    from distributed.scheduler import KilledWorker

    batch = [Object(f"memory://{number}", 1) for number in range(5)]
    killed = KilledWorker("task", None, 1)
    suspects: deque[list[Object]] = deque()
    assert list(jobs._failed(killed, batch, suspects, alone=False)) == []
    assert list(suspects) == [batch]
    suspects.clear()
    assert list(jobs._failed(killed, batch, suspects, alone=True)) == []
    assert list(suspects) == [batch[:2], batch[2:]]
    with pytest.raises(MissingError, match="the workers cannot run this: ImportError"):
        list(jobs._failed(ImportError("x"), batch, suspects, alone=True))


def test_listing_waits_for_the_workers(cluster: Any, bucket: Bucket) -> None:
    pulled = 0

    def source() -> Iterator[list[Object]]:
        nonlocal pulled
        for each in objects(bucket):
            pulled += 1
            yield [each]

    most = 3 * 2  # tasks for each of two threads
    for done, _ in enumerate(jobs.results_of_cluster(cluster, source())):
        assert pulled <= done + 1 + most
    assert pulled == 70


def test_batches_fill_the_lanes() -> None:
    mib = 1 << 20
    small = [Object(f"s3://b/{number}", 8 * mib) for number in range(2 * TASK_BYTES // (8 * mib) + 1)]
    full = TASK_BYTES // (8 * mib)
    assert [len(each) for each in batches(small)] == [full, full, 1]
    tiny = [Object(f"s3://b/{number}", 10) for number in range(TASK_OBJECTS + 1)]
    assert [len(each) for each in batches(tiny)] == [TASK_OBJECTS, 1]
    huge = [Object(f"s3://b/{number}", 5 << 30) for number in range(3)]
    assert [len(each) for each in batches(huge)] == [1, 1, 1]


def test_a_batch_is_of_one_store() -> None:
    mixed = [Object(name, 1) for name in ("s3://b/x", "s3://b/y", "s3://c/x", "file:///x")]
    assert [len(each) for each in batches(mixed)] == [2, 1, 1]
