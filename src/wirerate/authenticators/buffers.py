# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Conversion of bytes-like objects to C pointers, without copies and with checked lengths."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from wirerate._native import ffi
from wirerate.errors import BytesError, LengthError

if TYPE_CHECKING:
    from typing_extensions import Buffer


def readable(data: Buffer) -> Any:
    """Return a C array over a contiguous bytes-like object, which stays in place while the array exists."""
    try:
        return ffi.from_buffer(data)
    except (TypeError, BufferError) as error:
        raise BytesError(data) from error


class Output:
    """Memory for `size` bytes of output: the caller's buffer `out`, which must have that length, or new memory."""

    def __init__(self, size: int, out: Buffer | None) -> None:
        self._target = out
        self.pointer = ffi.new("uint8_t[]", size) if out is None else ffi.from_buffer(out, require_writable=True)
        self._size = size
        if len(self.pointer) != size:
            raise LengthError("out", f"{size} bytes", len(self.pointer))

    def value(self) -> bytes:
        return bytes(ffi.buffer(self.pointer, self._size))

    def split(self, piece_size: int) -> list[bytes]:
        value = self.value()
        return [value[start : start + piece_size] for start in range(0, self._size, piece_size)]


class Batch:
    """A wr_message array over Python messages. The tag of message i is the i-th piece of `tags`."""

    def __init__(self, messages: Sequence[Buffer], tag_bytes: int, out: Buffer | None) -> None:
        self.count = len(messages)
        self.tags = Output(self.count * tag_bytes, out)
        self._alive = [readable(message) for message in messages]
        self.array = ffi.new("wr_message[]", self.count)
        # from_buffer returns char[]; pointer arithmetic needs uint8_t *.
        tags = ffi.cast("uint8_t *", self.tags.pointer)
        for i, data in enumerate(self._alive):
            self.array[i].data = data
            self.array[i].length = len(data)
            self.array[i].tag = tags + i * tag_bytes
