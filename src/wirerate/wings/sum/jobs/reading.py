# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Ranges of objects, read side by side and hashed in lanes: what a worker does, in bounded memory.

A round is what is read at once, as many pieces as fit; while one is hashed, the next is read.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any

from wirerate._native import ffi, lib
from wirerate.wings.sum.jobs.objects import reason

ROUND_BYTES = 128 << 20  # twice that is held; 16 pieces of large objects fill the lanes of AVX-512
ROUND_PIECES = 256
PIECE_BYTES = 8 << 20  # of one request; a large object is several pieces of a round when few others share it


@dataclass(slots=True)
class Stretch:
    """Bytes of one object with a digest of their own: all of it, or a part. `error` is why they could not be read."""

    path: str
    start: int
    length: int
    error: str = ""
    state: Any = field(default_factory=lambda: _state())

    def digest(self) -> bytes:
        out = ffi.new("uint8_t[16]")
        lib.wr_md5_final(self.state, out)
        return bytes(out)


@dataclass(slots=True)
class _Piece:
    stretch: Stretch
    start: int
    end: int


def hash_stretches(store: Any, stretches: Iterable[Stretch]) -> None:
    """Reads and hashes all of them; nothing is raised for what a store does."""
    with ThreadPoolExecutor(1) as reader:
        ahead = None
        for pieces in _rounds(stretches):
            coming = reader.submit(_read, store, pieces)
            if ahead:
                _hash(*ahead.result())
            ahead = coming
        if ahead:
            _hash(*ahead.result())


def streamed(store: Any, path: str) -> Stretch:
    """An object whose size nobody knows before its end, hashed on its way."""
    stretch = Stretch(path, 0, 0)
    with store.open(path, "rb") as file:
        while data := file.read(PIECE_BYTES):
            _update([(stretch, data)])
            stretch.length += len(data)
    stretch.start, stretch.length = stretch.length, 0  # nothing is left to be read
    return stretch


def _rounds(stretches: Iterable[Stretch]) -> Iterator[list[_Piece]]:
    """Rounds of pieces; each round takes the next piece of every open stretch in turn until it is full."""
    waiting = deque((each, each.start) for each in stretches if each.length > 0)
    while waiting:
        pieces: list[_Piece] = []
        total = 0
        turns: deque[tuple[Stretch, int]] = deque()
        while waiting and total < ROUND_BYTES and len(pieces) < ROUND_PIECES:
            stretch, at = waiting.popleft()
            end = min(at + PIECE_BYTES, stretch.start + stretch.length)
            pieces.append(_Piece(stretch, at, end))
            total += end - at
            if end < stretch.start + stretch.length:
                turns.append((stretch, end))
            if not waiting:  # room is left, and only what is open already can take it
                waiting, turns = turns, waiting
        waiting.extendleft(reversed(turns))
        yield pieces


def _read(store: Any, pieces: list[_Piece]) -> tuple[list[_Piece], list[Any]]:
    """What was read of each piece, or the exception that came instead."""
    wanted = [piece for piece in pieces if not piece.stretch.error]
    try:
        paths = [piece.stretch.path for piece in wanted]
        content = store.cat_ranges(paths, [p.start for p in wanted], [p.end for p in wanted], on_error="return")
    except Exception as error:  # a store that cannot return errors one by one
        content = [error] * len(wanted)
    return wanted, list(content)


def _hash(pieces: Sequence[_Piece], content: Sequence[Any]) -> None:
    """A call of the library goes on with each stretch once; of a stretch with several pieces the rest come after."""
    turn: dict[int, int] = {}
    good: list[tuple[int, _Piece, Any]] = []
    for piece, data in zip(pieces, content, strict=True):
        stretch = piece.stretch
        if isinstance(data, BaseException):
            stretch.error = stretch.error or reason(data)
        elif len(data) != piece.end - piece.start:
            stretch.error = stretch.error or "changed while it was read: shorter than it was listed"
        if not stretch.error:
            turn[id(stretch)] = turn.get(id(stretch), -1) + 1
            good.append((turn[id(stretch)], piece, data))
    good.sort(key=lambda each: each[0])
    for _, group in groupby(good, key=lambda each: each[0]):
        _update([(piece.stretch, data) for _, piece, data in group])


def _update(pairs: list[tuple[Stretch, Any]]) -> None:
    messages = ffi.new("wr_message[]", len(pairs))
    held = [ffi.from_buffer(data) for _, data in pairs]
    for message, data in zip(messages, held, strict=True):
        message.data, message.length = data, len(data)
    lib.wr_md5_update_batch([stretch.state for stretch, _ in pairs], messages, len(pairs))


def _state() -> Any:
    state = ffi.new("wr_md5_state *")
    lib.wr_md5_init(state)
    return state
