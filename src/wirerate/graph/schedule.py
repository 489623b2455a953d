"""A list schedule: what one order of issue reaches, beside the bounds that no order passes."""

from __future__ import annotations

import heapq
from dataclasses import dataclass

from wirerate.graph.compose import chain
from wirerate.graph.ir import FREE, Graph
from wirerate.graph.timing import Latency


@dataclass(frozen=True)
class Schedule:
    """When each operation starts (by its position in the graph), and when the last is done."""

    start: dict[int, int]
    length: float

    def widest(self) -> int:
        """The most operations that start at once."""
        times = list(self.start.values())
        return max(times.count(time) for time in set(times))


def list_schedule(graph: Graph, latency: Latency, slots: int) -> Schedule:
    """Every unit of time, the `slots` ready operations with the longest way to the end start (Graham's list
    scheduling)."""
    users = graph.users()
    urgency = [0.0] * len(graph.nodes)
    for i in range(len(graph.nodes) - 1, -1, -1):
        node = graph.nodes[i]
        own = 0.0 if node.kind in FREE else latency(node)
        urgency[i] = own + max((urgency[user] for user in users[i]), default=0.0)
    waiting = [len(set(node.args)) for node in graph.nodes]
    done: list[float] = [0.0] * len(graph.nodes)
    ready: list[tuple[float, int]] = []
    later: list[tuple[float, int]] = []
    start: dict[int, int] = {}

    def finish(i: int, time: float) -> None:
        """Marks a node done; free nodes follow at once."""
        pending = [(i, time)]
        while pending:
            j, when = pending.pop()
            done[j] = when
            for user in set(users[j]):
                waiting[user] -= 1
                if waiting[user]:
                    continue
                at = max(done[arg] for arg in graph.nodes[user].args)
                if graph.nodes[user].kind in FREE:
                    pending.append((user, at))
                else:
                    heapq.heappush(later, (at, user))

    for i, node in enumerate(graph.nodes):
        if not node.args:
            finish(i, 0.0)
    now = 0
    while later or ready:
        while later and later[0][0] <= now:
            _, i = heapq.heappop(later)
            heapq.heappush(ready, (-urgency[i], i))
        for _ in range(min(slots, len(ready))):
            _, i = heapq.heappop(ready)
            start[i] = now
            finish(i, now + latency(graph.nodes[i]))
        now += 1
    return Schedule(start, max((done[i] for i in graph.outputs.values()), default=0.0))


def cycles_per_block(graph: Graph, latency: Latency, slots: int) -> float:
    """Of a block in a long message: the difference that two more blocks in series make."""
    return (
        list_schedule(chain(graph, 4), latency, slots).length - list_schedule(chain(graph, 2), latency, slots).length
    ) / 2
