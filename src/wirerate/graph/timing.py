# SPDX-License-Identifier: Apache-2.0 OR MIT
"""When results can be there: arrival times, critical path, parallelism, the slope of many blocks in series, and what a
list schedule reaches on few slots."""

from __future__ import annotations

import heapq
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from wirerate.graph.algorithm import FREE, Builder, Graph, Node

Latency = Callable[[Node], float]
NEVER_LATE = -1e9  # when message words, keys and constants are there: long before the state


def arrivals(graph: Graph, latency: Latency, at: Mapping[str, float] | None = None) -> list[float]:
    """When each node's result is there, with enough hardware: inputs at the times given, else at zero."""
    given = at or {}
    times: list[float] = []
    for node in graph.nodes:
        if node.kind == "const":
            times.append(NEVER_LATE if at else 0.0)
        elif node.kind == "input":
            times.append(given.get(node.name, 0.0))
        else:
            start = max([times[i] for i in node.args])
            times.append(start if node.kind in FREE else start + latency(node))
    return times


def depth(graph: Graph, latency: Latency) -> float:
    """The time from all inputs to the last output."""
    times = arrivals(graph, latency)
    return max(times[i] for i in graph.outputs.values())


def parallelism(graph: Graph, latency: Latency) -> list[int]:
    """How many operations finish at each unit of time, when each starts as soon as it can."""
    times = arrivals(graph, latency)
    finishing = Counter(times[i] for i, _ in graph.operations())
    return [finishing[time] for time in sorted(finishing)]


def entry_times(graph: Graph, latency: Latency) -> dict[str, float]:
    """When the inputs of a block in a long message are there, counted from the state's earliest word: the message's
    words and constants long before."""
    state = _states(graph, latency, SETTLED)[-1]
    earliest = min(state.values())
    early = {name: NEVER_LATE for name in graph.inputs if name not in state}
    return {**early, **{name: time - earliest for name, time in state.items()}}


def slope(graph: Graph, latency: Latency) -> float:
    """Time per block in the middle of a long message, with enough hardware."""
    latest = [max(state.values()) for state in _states(graph, latency, SETTLED + 2)]
    return (latest[-1] - latest[SETTLED]) / 2


SETTLED = 2  # blocks after which every further one takes as long (tests compare with many more)


def _states(graph: Graph, latency: Latency, blocks: int) -> list[dict[str, float]]:
    """When the state's words are there, before the first block and after each."""
    found = [dict.fromkeys(graph.state, 0.0)]
    early = {name: NEVER_LATE for name in graph.inputs if name not in found[0]}
    for _ in range(blocks):
        times = arrivals(graph, latency, {**early, **found[-1]})
        found.append({name: times[graph.outputs[name]] for name in found[0]})
    return found


def critical_path(graph: Graph, latency: Latency, at: Mapping[str, float] | None = None) -> list[int]:
    """The operations that the last output waits for, from the first to the last."""
    times = arrivals(graph, latency, at)
    here = max(graph.outputs.values(), key=lambda i: times[i])
    path: list[int] = []
    while True:
        if graph.nodes[here].kind not in FREE:
            path.append(here)
        if not graph.nodes[here].args:
            return path[::-1]
        here = max(graph.nodes[here].args, key=lambda i: times[i])


# ---- with few slots ----


@dataclass(frozen=True)
class Schedule:
    """When each operation starts (by its position in the graph), and when the last is done."""

    start: dict[int, int]
    length: float


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


def chain(graph: Graph, blocks: int) -> Graph:
    """`blocks` blocks in series: each one's state is the next one's. Block words are named b0.x0, b0.x1, …, b1.x0, …"""
    builder = Builder()
    bits = {name: graph.nodes[i].bits for name, i in graph.inputs.items()}
    state = {name: builder.input(name, bits[name]) for name in graph.state}
    outputs = state
    per_block = [name for name in graph.inputs if name not in state]
    steps = max((node.step for node in graph.nodes), default=0) + 1
    for block in range(blocks):
        fresh = {name: builder.input(f"b{block}.{name}", bits[name]) for name in per_block}
        outputs = builder.splice(_shift_steps(graph, block * steps), {**outputs, **fresh}, f"b{block}.")
    return builder.graph(outputs)


def _shift_steps(graph: Graph, by: int) -> Graph:
    moved = (
        Node(n.kind, n.args, n.bits, n.amount, n.name, n.step + by if n.step >= 0 else n.step) for n in graph.nodes
    )
    return Graph(tuple(moved), graph.outputs)
