"""Worker processes measure in turn: their tags are checked, and a failing worker does not affect the rest."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from dataclasses import replace

import pytest

import wirerate
from wirerate.authenticators.subjects import parse_subject
from wirerate.errors import MissingError
from wirerate.host import crew
from wirerate.host.bench import Opener
from wirerate.host.crew import Task, Worker
from wirerate.host.measure import measure
from wirerate.host.meter import Wanted, Workload
from wirerate.host.request import Request

LENGTHS = (64, 576, 1500)


@pytest.fixture
def worker() -> Iterator[Worker]:
    started = Worker(1, 1 << 30)
    yield started
    started.close()


def task(name: str = "hmac-md5@wirerate", *, spoil: bool = False) -> Task:
    opened = Opener().open(parse_subject(name), "tag", "reuse", 1).code
    tags = bytearray(Workload(LENGTHS, 1 << 16).expect(opened)[0 : len(LENGTHS) * opened.tag_bytes])
    if spoil:
        tags[0] ^= 1
    both = (opened.wanted, opened.wanted)
    return Task(LENGTHS, 1 << 16, both, (300, 300), (bytes(tags),) * 2, 1, ())


def test_a_worker_runs_the_subjects_of_its_parent(worker: Worker) -> None:
    turn = worker.run(7, task(), [[0, 1], [1, 0]])
    assert [(measured.messages, measured.wrong) for measured in turn.rounds] == [(300, 0)] * 4
    assert all(measured.wall_ns > 0 and measured.core_hz > 1e8 for measured in turn.rounds)
    again = worker.run(7, task(), [[1]])  # identified by its process number
    assert len(again.rounds) == 1


def test_its_tags_are_checked(worker: Worker) -> None:
    turn = worker.run(0, task(spoil=True), [[0]])
    assert turn.rounds[0].wrong == 100


def test_a_worker_reports_impossible_requests(worker: Worker) -> None:
    asked = task()
    absent = Wanted(parse_subject("md5@/nowhere/libcrypto.so"), "hash", "", 1)
    with pytest.raises(MissingError, match="nowhere"):
        worker.run(0, replace(asked, subjects=(absent, absent)), [[0]])
    assert worker.run(1, asked, [[0]]).rounds


def test_a_worker_ends_with_its_parent() -> None:
    worker = Worker(2, 1 << 30)
    worker.run(0, task(), [[0]])
    worker.close()
    assert worker._process.returncode is not None


def test_a_worker_that_is_killed_leaves_its_part_to_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    real = Worker.run

    def killed(self: Worker, *asked: object) -> object:
        if self.number == 1:
            os.kill(self._process.pid, signal.SIGKILL)
        return real(self, *asked)  # type: ignore[arg-type]

    monkeypatch.setattr(Worker, "run", killed)
    (row,), _ = measure([Request(parse_subject("md5@wirerate"), (64,))], budget_s=0, processes=3)
    assert (row.status, row.processes) == ("ok", 2)
    assert set(row.samples_by) == {0, 2}


def test_several_processes_are_the_unit() -> None:
    request = Request(parse_subject("hmac-md5@wirerate"), (64,), keyed="reuse")
    (alone,), _ = measure([request], budget_s=0)
    (several,), _ = measure([request], budget_s=0, processes=4)
    assert (alone.processes, alone.between, alone.samples_by) == (1, None, ())
    assert (several.processes, len(several.samples_by)) == (4, several.rounds)
    assert several.between is not None


def test_where_no_process_can_be_started_the_answer_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_words: object, **_how: object) -> None:
        raise OSError("no more processes")

    monkeypatch.setattr(crew.subprocess, "Popen", refused)
    run = wirerate.speed(["md5@wirerate"], lengths=[64], time=0.05)
    assert {entry.processes for entry in run.rows} == {1}
    assert [entry.code for entry in run.problems].count("one-process") == 1
