# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Between Python's bytes-like objects and the C library's pointers: no copies, lengths checked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from wirerate._native import ffi
from wirerate.errors import BytesError, LengthError

if TYPE_CHECKING:
    from typing_extensions import Buffer


def readable(data: Buffer) -> Any:
    """The bytes of any contiguous bytes-like object; holds them in place as long as the result lives."""
    try:
        return ffi.from_buffer(data)
    except (TypeError, BufferError) as error:
        raise BytesError(data) from error


class Output:
    """`size` bytes to be written: the caller's buffer `out`, which must be exactly that long, or new ones."""

    def __init__(self, size: int, out: Buffer | None) -> None:
        self._target = out
        self.pointer = ffi.new("uint8_t[]", size) if out is None else ffi.from_buffer(out, require_writable=True)
        self._size = size
        if len(self.pointer) != size:
            raise LengthError("out", f"{size} bytes", len(self.pointer))

    def value(self) -> bytes:
        return bytes(ffi.buffer(self.pointer, self._size))

    def split(self, each: int) -> list[bytes]:
        whole = self.value()
        return [whole[at : at + each] for at in range(0, self._size, each)]


class Batch:
    """A wr_message array over Python's messages; message i's tag is the i-th piece of `tags`."""

    def __init__(self, messages: Sequence[Buffer], tag_bytes: int, out: Buffer | None) -> None:
        self.count = len(messages)
        self.tags = Output(self.count * tag_bytes, out)
        self._alive = [readable(message) for message in messages]
        self.array = ffi.new("wr_message[]", self.count)
        # from_buffer gives char[], whose pointer kind differs from uint8_t*; arithmetic wants the latter.
        tags = ffi.cast("uint8_t *", self.tags.pointer)
        for i, data in enumerate(self._alive):
            self.array[i].data = data
            self.array[i].length = len(data)
            self.array[i].tag = tags + i * tag_bytes
