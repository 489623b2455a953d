# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Base classes for messages that arrive in pieces and for objects that cannot be pickled; and the Internet checksum."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any, NoReturn, Self

from wirerate._native import ffi, lib
from wirerate.authenticators.buffers import Output, readable
from wirerate.errors import CopyError

if TYPE_CHECKING:
    from typing_extensions import Buffer


class Confined:
    """An object that cannot be pickled. Subclasses define whether it can be copied."""

    _reason = "it holds secret memory of this process"
    _advice = "send the data that it was created from, and create another one there"

    def __reduce_ex__(self, protocol: Any) -> NoReturn:
        raise CopyError(f"a {type(self).__name__} cannot be pickled: {self._reason}", fix=self._advice)


class Shared(Confined):
    """An immutable object; copying it returns the object itself."""

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self


class Single(Confined):
    """An object that can be neither pickled nor copied."""

    def __copy__(self) -> NoReturn:
        raise CopyError(f"a {type(self).__name__} cannot be copied: {self._reason}", fix=self._advice)

    def __deepcopy__(self, memo: dict[int, Any]) -> NoReturn:
        self.__copy__()


def _wipe(memory: Any) -> None:
    lib.wr_wipe(memory, ffi.sizeof(memory[0]))


def wiped(pointer_type: str) -> Any:
    """Allocate memory that is wiped before it is freed, for states that depend on a key."""
    return ffi.gc(ffi.new(pointer_type), _wipe)


class Message(Confined):
    """The state of an unfinished message. Threads may share it: a lock protects it while the GIL is released."""

    _type: str  # type of the state in C

    def __init__(self) -> None:
        self._state = self._new_state()
        self._lock = threading.Lock()

    def _update(self, state: Any, data: Any) -> None:
        raise NotImplementedError

    def _final(self, state: Any, tag: Any, tag_bytes: int) -> None:
        raise NotImplementedError

    def update(self, data: Buffer) -> Self:
        """Append to the message. Return the object itself, so that calls can be chained."""
        with self._lock:
            self._update(self._state, readable(data))
        return self

    def copy(self) -> Self:
        """Return an independent copy. Messages with a common prefix can thus share the work of hashing it."""
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
    """A message with a digest. It has the attributes and methods of a hashlib object, and can replace one."""

    name: str
    digest_size: int = lib.WR_MD5_SIZE
    block_size: int

    def digest(self, *, out: Buffer | None = None) -> bytes:
        """Return the digest of the message so far."""
        return self._finish(self.digest_size, out)

    def hexdigest(self) -> str:
        """Return the digest of the message so far in hexadecimal digits."""
        return self.digest().hex()


def internet_checksum(data: Buffer) -> int:
    """Return the Internet checksum, a 16-bit number to be stored big-endian; 0 for data with a valid checksum."""
    source = readable(data)
    return int(lib.wr_internet_checksum(source, len(source)))
