# SPDX-License-Identifier: Apache-2.0 OR MIT
"""A message that arrives in pieces: what Md5, Md5Ways, HMAC and UMAC messages share. Keys, messages in progress and
security associations stay in their process: they are not pickled, and say so. The Internet checksum has no pieces."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any, NoReturn, Self

from wirerate._native import ffi, lib
from wirerate.authenticators.buffers import Output, readable
from wirerate.errors import CopyError

if TYPE_CHECKING:
    from typing_extensions import Buffer


class Confined:
    """Not pickled, and copied only where a class says how."""

    _why = "what it holds is of this process alone, and as secret as a key"
    _instead = "send what it was made from, and make another there"

    def __reduce_ex__(self, protocol: Any) -> NoReturn:
        raise CopyError(f"a {type(self).__name__} is not pickled: {self._why}", fix=self._instead)


class Shared(Confined):
    """Never changes once it is made, so that a copy of it is itself."""

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self


class Single(Confined):
    """One of its kind: neither pickled nor copied."""

    def __copy__(self) -> NoReturn:
        raise CopyError(f"a {type(self).__name__} is not copied: {self._why}", fix=self._instead)

    def __deepcopy__(self, memo: dict[int, Any]) -> NoReturn:
        self.__copy__()


def _wipe(memory: Any) -> None:
    lib.wr_wipe(memory, ffi.sizeof(memory[0]))


def wiped(pointer_type: str) -> Any:
    """New memory that is wiped when it goes: a message in progress holds what its key made of it."""
    return ffi.gc(ffi.new(pointer_type), _wipe)


class Message(Confined):
    """State of one message in progress. Safe to share between threads: a lock guards what the released GIL does not."""

    _type: str  # the C state's type

    def __init__(self) -> None:
        self._state = self._new_state()
        self._lock = threading.Lock()

    def _update(self, state: Any, data: Any) -> None:
        raise NotImplementedError

    def _final(self, state: Any, tag: Any, tag_bytes: int) -> None:
        raise NotImplementedError

    def update(self, data: Buffer) -> Self:
        """Appends to the message; returns itself, so that calls chain."""
        with self._lock:
            self._update(self._state, readable(data))
        return self

    def copy(self) -> Self:
        """An independent continuation of the same message: a common prefix is then processed once."""
        twin = type(self).__new__(type(self))
        twin.__dict__.update(self.__dict__)
        twin._lock = threading.Lock()
        twin._state = self._snapshot()
        return twin

    def __copy__(self) -> Self:
        return self.copy()

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self.copy()

    def _finish(self, tag_bytes: int, out: Buffer | None) -> bytes:
        tag = Output(tag_bytes, out)
        self._final(self._snapshot(), ffi.cast("uint8_t *", tag.pointer), tag_bytes)
        return tag.value()

    def _snapshot(self) -> Any:
        state = self._new_state()
        with self._lock:
            state[0] = self._state[0]
        return state

    def _new_state(self) -> Any:
        return wiped(f"{self._type} *")


class Digest(Message):
    """A message whose answer is a digest, under hashlib's names: it goes where a hashlib object does."""

    name: str
    digest_size: int = lib.WR_MD5_SIZE
    block_size: int

    def digest(self, *, out: Buffer | None = None) -> bytes:
        """The digest of everything so far."""
        return self._finish(self.digest_size, out)

    def hexdigest(self) -> str:
        """The digest of everything so far, in hexadecimal digits."""
        return self.digest().hex()


def internet_checksum(data: Buffer) -> int:
    """The checksum as a 16-bit number, to be stored big-endian; a packet that carries its own sums to 0."""
    source = readable(data)
    return int(lib.wr_internet_checksum(source, len(source)))
