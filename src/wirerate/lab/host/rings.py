"""Workloads in memory, shared between groups, the one longest unused dropped when they grow beyond a share of it."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence

from wirerate.errors import MissingError
from wirerate.lab.host.native import Workload


class Rings:
    """The same lengths and size give the same ring with the same contents, whether it was dropped meanwhile or not."""

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
