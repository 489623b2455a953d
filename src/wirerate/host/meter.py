# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Python wrappers for the subjects and workloads of libwirerate-host, the C library that runs the timed loops."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, NamedTuple

from wirerate._native import ffi, lib
from wirerate.authenticators.subjects import IMPLEMENTATIONS, RECEIVING, Subject, is_library_path
from wirerate.errors import Error, MissingError
from wirerate.records import Peer
from wirerate.system import MEASURES, host

_KEYED = {"": host.WRH_REUSE, "reuse": host.WRH_REUSE, "rekey": host.WRH_REKEY, "fresh": host.WRH_FRESH}
_WHY_BYTES = 256
_chosen: list[int] = []


class WrongError(Error):
    """A subject crashed or failed a known-answer test; it is reported as wrong and never timed."""

    exit_code = MissingError.exit_code


@dataclass(frozen=True)
class Wanted:
    """A subject together with the operation, key schedule and batch to open it for."""

    subject: Subject
    operation: str
    keyed: str
    batch: int
    kernel: str = ""  # the kernel, if it was already chosen

    def c_arguments(self) -> tuple[Any, ...]:
        """Return the fields as arguments of the C functions that open a subject."""
        subject = self.subject
        return (
            ffi.new("char[]", subject.algorithm.encode()),
            0 if subject.tag_bits is None else subject.tag_bits // 8,
            ffi.new("char[]", _library(subject.implementation or subject.facts.implementations[0]).encode()),
            ffi.new("char[]", kernel.encode()) if (kernel := self.kernel or subject.kernel) else ffi.NULL,
            host.WRH_VERIFY if self.operation in RECEIVING else host.WRH_TAG,
            _KEYED[self.keyed],
            self.batch,
        )


class Ahead:
    """Run the known-answer tests of subjects in child processes while the caller does something else.

    Each subject is paired with the index of another entry whose kernel it must use, or with None.
    """

    def __init__(self, wanted: Sequence[tuple[Wanted, int | None]]) -> None:
        self._index = {entry: i for i, (entry, _) in enumerate(wanted)}
        # keep the C strings alive until the child processes have copied them
        arguments = [entry.c_arguments() for entry, _ in wanted]
        likes = [len(wanted) if like is None else like for _, like in wanted]
        entries = [(*values, like) for values, like in zip(arguments, likes, strict=True)]
        begun = host.wrh_ahead_begin(entries, len(entries))
        self._handle = ffi.gc(begun, host.wrh_ahead_free) if begun else None

    def open(self, wanted: Wanted) -> Any:
        """Return the handle of a subject that passed its tests, once; NULL if it was not requested or failed."""
        at = self._index.get(wanted)
        return ffi.NULL if at is None or self._handle is None else host.wrh_ahead_open(self._handle, at)


class OpenSubject:
    """A subject that is ready to run: its library is loaded and passed the known-answer tests."""

    def __init__(self, wanted: Wanted, handle: Any = ffi.NULL) -> None:
        status, why = ffi.new("int *"), ffi.new("char[]", _WHY_BYTES)
        if handle == ffi.NULL:
            handle = host.wrh_subject_open(*wanted.c_arguments(), status, why, _WHY_BYTES)
        if handle == ffi.NULL:
            reason = _text(why) or "could not be opened"
            raise (WrongError if status[0] == host.WRH_WRONG else MissingError)(f"{wanted.subject}: {reason}")
        self.handle = ffi.gc(handle, host.wrh_subject_close)
        self.tag_bytes: int = host.wrh_subject_tag_bytes(handle)
        self.kernel = _text(host.wrh_subject_kernel(handle))
        # a library at a path chooses its kernel itself
        chosen = "" if is_library_path(wanted.subject.implementation or "") else self.kernel
        self.wanted = replace(wanted, kernel=chosen)

    @classmethod
    def again(cls, wanted: Wanted) -> OpenSubject:
        """Open another instance of a subject that is already open in this or another process, without checking it
        again.
        """
        status, why = ffi.new("int *"), ffi.new("char[]", _WHY_BYTES)
        handle = host.wrh_subject_again(*wanted.c_arguments(), status, why, _WHY_BYTES)
        if handle == ffi.NULL:
            raise MissingError(f"{wanted.subject}: {_text(why) or 'could not be opened again'}")
        return cls(wanted, handle)


class MeterRound(NamedTuple):
    """The fields of `wrh_round` in wirerate_host.h."""

    wall_ns: int
    cpu_ns: int
    messages: int
    bytes: int
    ticks: int
    involuntary: int
    wrong: int
    core_hz: int
    instructions: int


class Workload:
    """A ring of messages in memory, and the position in it where the next round begins."""

    def __init__(self, lengths: Sequence[int], working_set: int, seed: int = 1810) -> None:
        handle = host.wrh_workload_new(list(lengths), len(lengths), working_set, seed)
        if handle == ffi.NULL:
            size = working_set >> 20
            raise MissingError(f"no memory for {size} MiB of messages", fix="close programs, or choose --cache warm")
        self.handle = ffi.gc(handle, host.wrh_workload_free, size=working_set)
        self.templates = len(lengths)
        self.bytes: int = host.wrh_workload_bytes(handle)
        self.messages: int = host.wrh_workload_messages(handle)

    def expect(self, reference: OpenSubject) -> Any:
        """Return the tags of the template messages that the reference computes (or, as a receiver, accepts), one
        message at a time.
        """
        tags = ffi.new("uint8_t[]", self.templates * reference.tag_bytes)
        if host.wrh_workload_expect(self.handle, reference.handle, tags) != host.WRH_OK:
            raise WrongError("the reference implementation crashed")
        return tags

    def run(
        self,
        subjects: Sequence[OpenSubject],
        messages: Sequence[int],
        expected: Sequence[Any],
        order: Sequence[int],
        threads: int,
    ) -> tuple[list[MeterRound], int]:
        """Run one round for each index in `order`, and check the tags against `expected`.

        Returns the rounds, fewer than requested if the next subject crashed, and the time stolen meanwhile (-1:
        unknown).
        """
        # The meter requires the length of the order to be a multiple of the number of subjects, so add subjects that
        # the order does not use.
        width = next(n for n in range(len(subjects), len(order) + 1) if len(order) % n == 0)
        spare = [0] * (width - len(subjects))
        out, done, stolen = ffi.new("wrh_round[]", len(order)), ffi.new("size_t *"), ffi.new("int64_t *")
        status = host.wrh_run(
            [subject.handle for subject in subjects] + [subjects[i].handle for i in spare],
            width,
            self.handle,
            [*messages, *(messages[i] for i in spare)],
            [*expected, *(expected[i] for i in spare)],
            list(order),
            len(order) // width,
            threads,
            out,
            done,
            stolen,
            ffi.NULL,
        )
        if status == host.WRH_NO_MEMORY:
            raise MissingError(f"no memory for {threads} threads", fix="type -j 1")
        rounds = [MeterRound(*(getattr(c_round, name) for name in MeterRound._fields)) for c_round in out[0 : done[0]]]
        return rounds, stolen[0]

    def move(self, subjects: Sequence[OpenSubject], seed: int) -> None:
        """Move messages, tags, the stack and the subjects' states to random places in memory, if they can be moved."""
        host.wrh_move(self.handle, [subject.handle for subject in subjects], len(subjects), seed)


class Rings:
    """Workloads in memory, shared between groups; the least recently used one is freed when they exceed a quarter of
    memory.

    The same lengths and size always give the same ring with the same contents.
    """

    def __init__(self, memory_bytes: int) -> None:
        self._memory = memory_bytes
        self._room = memory_bytes // 4
        self._rings: OrderedDict[tuple[tuple[int, ...], int], Workload] = OrderedDict()

    def ring(self, lengths: Sequence[int], working_set: int) -> Workload:
        working_set = max(working_set, sum(lengths))  # at least one copy of every template
        if working_set > self._memory // 2:
            raise MissingError(
                f"messages of {working_set >> 20} MiB in total do not fit in this machine's {self._memory >> 20} MiB",
                fix="choose a smaller --length",
            )
        key = (tuple(lengths), working_set)
        if key in self._rings:
            self._rings.move_to_end(key)
            return self._rings[key]
        while self._rings and sum(size for _, size in self._rings) + working_set > self._room:
            self._rings.popitem(last=False)
        self._rings[key] = Workload(lengths, working_set)
        return self._rings[key]


def peers() -> tuple[Peer, ...]:
    """Return every implementation with its version, or the reason for its absence."""
    return tuple(map(peer, IMPLEMENTATIONS))


def peer(implementation: str) -> Peer:
    """Return one implementation, or the library at a path: a libwirerate, OpenSSL, nettle or ipsec-mb."""
    if not MEASURES:
        return Peer(name=implementation, version="", absent="other implementations are measured only on Linux")
    why = ffi.new("char[]", _WHY_BYTES)
    version = host.wrh_implementation_version(_library(implementation).encode(), why, _WHY_BYTES)
    if version == ffi.NULL:
        return Peer(name=implementation, version="", absent=_text(why) or "not on this machine")
    return Peer(name=implementation, version=_text(version))


def choose_cpus(cpus: Sequence[int]) -> None:
    """Set the CPUs for the threads of a measurement, in this order. If `cpus` is empty, the C library chooses."""
    _chosen[:] = cpus
    host.wrh_choose_cpus(_chosen, len(_chosen))


def chosen_cpus() -> tuple[int, ...]:
    """Return the CPUs set by `choose_cpus`."""
    return tuple(_chosen)


def count_instructions() -> None:
    """Count the instructions of the rounds that this thread runs from now on. Raises MissingError if that is not
    possible.
    """
    why = ffi.new("char[]", _WHY_BYTES)
    if host.wrh_count_instructions(why, _WHY_BYTES) != host.WRH_OK:
        raise MissingError(f"cannot count instructions: {_text(why)}", fix="leave out ‹instructions›")


def compiler() -> str:
    """Return the compiler of the C code, "GCC 12.2.0"."""
    return _text(lib.built_by)


def core_hz() -> float:
    """Return the core's clock rate at this moment (takes about 20 ms); 0 on a system that cannot measure."""
    return float(host.wrh_core_hz()) if MEASURES else 0.0


def adds_per_cycle() -> float:
    """Return the scalar additions per core cycle; multiplied by the clock rate, it is a MIPS rate as in RFC 1810."""
    return float(host.wrh_adds_per_cycle()) if MEASURES else 0.0


def tick_hz() -> float:
    """Return the frequency of the reference cycle counter; 0 if there is none."""
    return float(host.wrh_tick_hz()) if MEASURES else 0.0


def _library(implementation: str) -> str:
    """Return a path as an absolute path, because dlopen searches elsewhere for a bare file name."""
    return str(Path(implementation).expanduser().resolve()) if is_library_path(implementation) else implementation


def _text(chars: Any) -> str:
    return str(ffi.string(chars).decode(errors="replace"))
