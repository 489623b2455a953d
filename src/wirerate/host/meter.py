# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Subjects and workloads of libwirerate-host as Python objects. All loops that touch bytes are behind these calls."""

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
    """A subject that fails its known answers or crashes: reported as wrong, never timed."""

    exit_code = MissingError.exit_code


@dataclass(frozen=True)
class Wanted:
    """What a subject is opened for."""

    subject: Subject
    operation: str
    keyed: str
    batch: int
    kernel: str = ""  # that it is known to have, whoever chose it

    def asked(self) -> tuple[Any, ...]:
        """As the meter is asked for it."""
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
    """Subjects whose known answers are computed, in child processes, while the caller does something else.

    Each comes with the place of the one whose choice of a kernel it takes, or None.
    """

    def __init__(self, wanted: Sequence[tuple[Wanted, int | None]]) -> None:
        self._index = {each: i for i, (each, _) in enumerate(wanted)}
        asked = [each.asked() for each, _ in wanted]  # holds the strings until the children have them
        told = [(*words, len(wanted) if like is None else like) for words, (_, like) in zip(asked, wanted, strict=True)]
        begun = host.wrh_ahead_begin(told, len(told))
        self._handle = ffi.gc(begun, host.wrh_ahead_free) if begun else None

    def open(self, wanted: Wanted) -> Any:
        """It, once, or NULL: it was not told, or not found right."""
        at = self._index.get(wanted)
        return ffi.NULL if at is None or self._handle is None else host.wrh_ahead_open(self._handle, at)


class OpenSubject:
    """A subject ready to run: its library is loaded, its known answers are right."""

    def __init__(self, wanted: Wanted, handle: Any = ffi.NULL) -> None:
        status, why = ffi.new("int *"), ffi.new("char[]", _WHY_BYTES)
        if handle == ffi.NULL:
            handle = host.wrh_subject_open(*wanted.asked(), status, why, _WHY_BYTES)
        if handle == ffi.NULL:
            reason = _text(why) or "could not be opened"
            raise (WrongError if status[0] == host.WRH_WRONG else MissingError)(f"{wanted.subject}: {reason}")
        self.handle = ffi.gc(handle, host.wrh_subject_close)
        self.tag_bytes: int = host.wrh_subject_tag_bytes(handle)
        self.kernel = _text(host.wrh_subject_kernel(handle))
        chosen = "" if is_library_path(wanted.subject.implementation or "") else self.kernel  # a path offers no choice
        self.wanted = replace(wanted, kernel=chosen)

    @classmethod
    def again(cls, wanted: Wanted) -> OpenSubject:
        """One more of what is open already, here or in another process, without any proof."""
        status, why = ffi.new("int *"), ffi.new("char[]", _WHY_BYTES)
        handle = host.wrh_subject_again(*wanted.asked(), status, why, _WHY_BYTES)
        if handle == ffi.NULL:
            raise MissingError(f"{wanted.subject}: {_text(why) or 'could not be opened again'}")
        return cls(wanted, handle)


class Told(NamedTuple):
    """`wrh_round` of wirerate_host.h."""

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
    """A ring of messages in memory, and where in it the next round begins."""

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
        """The templates' tags as the reference makes them or would accept them, one message at a time."""
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
    ) -> tuple[list[Told], int]:
        """The subjects in that order, one round each time, with its tags checked against `expected`; and the time
        stolen meanwhile, -1 where that is not told.

        Fewer rounds than asked for when the next subject crashed.
        """
        # The meter counts in rounds of all its subjects. An order that is no multiple of those gets as many spare
        # places as make it one, which the order does not name.
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
        return [Told(*(getattr(each, name) for name in Told._fields)) for each in out[0 : done[0]]], stolen[0]

    def move(self, subjects: Sequence[OpenSubject], seed: int) -> None:
        """Draws anew where messages, tags, stack and the subjects' states lie. What cannot be moved stays."""
        host.wrh_move(self.handle, [subject.handle for subject in subjects], len(subjects), seed)


class Rings:
    """Workloads in memory, shared between groups; the one longest unused goes when they grow beyond a share of it.

    The same lengths and size give the same ring with the same contents, whether it was dropped meanwhile or not.
    """

    def __init__(self, memory_bytes: int) -> None:
        self._memory = memory_bytes
        self._room = memory_bytes // 4
        self._rings: OrderedDict[tuple[tuple[int, ...], int], Workload] = OrderedDict()

    def ring(self, lengths: Sequence[int], working_set: int) -> Workload:
        working_set = max(working_set, sum(lengths))  # each template is there once at least
        if working_set > self._memory // 2:
            raise MissingError(
                f"messages of {working_set >> 20} MiB in all do not fit this machine's {self._memory >> 20} MiB",
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
    """Every implementation with its version, or why it is absent."""
    return tuple(map(peer, IMPLEMENTATIONS))


def peer(implementation: str) -> Peer:
    """One of them, or a library by its path, which is told from its file: libwirerate, OpenSSL, nettle, ipsec-mb."""
    if not MEASURES:
        return Peer(name=implementation, version="", absent="peers are measured on Linux")
    why = ffi.new("char[]", _WHY_BYTES)
    found = host.wrh_implementation_version(_library(implementation).encode(), why, _WHY_BYTES)
    if found == ffi.NULL:
        return Peer(name=implementation, version="", absent=_text(why) or "not here")
    return Peer(name=implementation, version=_text(found))


def choose_cpus(cpus: Sequence[int]) -> None:
    """Those that the threads of a measurement take, in this order; none: the meter chooses."""
    _chosen[:] = cpus
    host.wrh_choose_cpus(_chosen, len(_chosen))


def chosen_cpus() -> tuple[int, ...]:
    """As they were chosen last."""
    return tuple(_chosen)


def count_instructions() -> None:
    """Those of the rounds that this thread runs from now on. Raises a MissingError where they cannot be counted."""
    why = ffi.new("char[]", _WHY_BYTES)
    if host.wrh_count_instructions(why, _WHY_BYTES) != host.WRH_OK:
        raise MissingError(f"instructions cannot be counted here: {_text(why)}", fix="leave out ‹instructions›")


def compiler() -> str:
    """What built the C code, "GCC 12.2.0"."""
    return _text(lib.built_by)


def core_hz() -> float:
    """Core clock by a chain of dependent adds: right for the moment it runs, about 20 ms; 0 where nothing measures."""
    return float(host.wrh_core_hz()) if MEASURES else 0.0


def adds_per_cycle() -> float:
    """Independent scalar additions per core cycle; with the core clock, what RFC 1810 calls a machine's MIPS rate."""
    return float(host.wrh_adds_per_cycle()) if MEASURES else 0.0


def tick_hz() -> float:
    """Frequency of the reference cycle counter; 0 where there is none."""
    return float(host.wrh_tick_hz()) if MEASURES else 0.0


def _library(implementation: str) -> str:
    """A path is made absolute, because dlopen looks elsewhere for a bare file name."""
    return str(Path(implementation).expanduser().resolve()) if is_library_path(implementation) else implementation


def _text(chars: Any) -> str:
    return str(ffi.string(chars).decode(errors="replace"))
