# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Timing of graphs: arrival times, critical path, parallelism, time per block, and list schedules on few slots."""

from __future__ import annotations

import heapq
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from wirerate.graph.algorithm import FREE, Builder, Graph, Node

Latency = Callable[[Node], float]
NEVER_LATE = -1e9  # arrival time of message words, keys and constants, long before the state


def arrivals(graph: Graph, latency: Latency, entries: Mapping[str, float] | None = None) -> list[float]:
    """Return when every node's result is ready with unlimited hardware. Inputs arrive at `entries`, by default 0."""
    input_times = entries or {}
    times: list[float] = []
    for node in graph.nodes:
        if node.kind == "const":
            times.append(NEVER_LATE if entries else 0.0)
        elif node.kind == "input":
            times.append(input_times.get(node.name, 0.0))
        else:
            start = max([times[i] for i in node.args])
            times.append(start if node.kind in FREE else start + latency(node))
    return times


def depth(graph: Graph, latency: Latency) -> float:
    """Return the time from the inputs to the last output."""
    times = arrivals(graph, latency)
    return max(times[i] for i in graph.outputs.values())


def parallelism(graph: Graph, latency: Latency) -> list[int]:
    """Return how many operations finish at successive times if all start as early as possible."""
    times = arrivals(graph, latency)
    finishing = Counter(times[i] for i, _ in graph.operations())
    return [finishing[time] for time in sorted(finishing)]


def entry_times(graph: Graph, latency: Latency) -> dict[str, float]:
    """Return when the inputs of a block in a long message arrive, relative to the earliest word of the state. Message
    words and keys arrive long before that word."""
    state = _states(graph, latency, SETTLED)[-1]
    earliest = min(state.values())
    early = {name: NEVER_LATE for name in graph.inputs if name not in state}
    return {**early, **{name: time - earliest for name, time in state.items()}}


def slope(graph: Graph, latency: Latency) -> float:
    """Return the time per block in the middle of a long message with unlimited hardware."""
    latest = [max(state.values()) for state in _states(graph, latency, SETTLED + 2)]
    return (latest[-1] - latest[SETTLED]) / 2


SETTLED = 2  # blocks until the time per block is constant (tests compare with many more)


def _states(graph: Graph, latency: Latency, blocks: int) -> list[dict[str, float]]:
    """Return when the state's words are ready before the first block and after every block."""
    history = [dict.fromkeys(graph.state, 0.0)]
    early = {name: NEVER_LATE for name in graph.inputs if name not in history[0]}
    for _ in range(blocks):
        times = arrivals(graph, latency, {**early, **history[-1]})
        history.append({name: times[graph.outputs[name]] for name in history[0]})
    return history


def critical_path(graph: Graph, latency: Latency, entries: Mapping[str, float] | None = None) -> list[int]:
    """Return the operations that the last output waits for, in order."""
    times = arrivals(graph, latency, entries)
    node = max(graph.outputs.values(), key=lambda i: times[i])
    path: list[int] = []
    while True:
        if graph.nodes[node].kind not in FREE:
            path.append(node)
        if not graph.nodes[node].args:
            return path[::-1]
        node = max(graph.nodes[node].args, key=lambda i: times[i])


# ---- list schedules ----


@dataclass(frozen=True)
class Schedule:
    """The start time of every operation, by its position in the graph, and the end of the last."""

    start: dict[int, int]
    length: float


def list_schedule(graph: Graph, latency: Latency, slots: int) -> Schedule:
    """Schedule the graph on `slots` issue slots: at every time, start the ready operations with the longest path to the
    end (Graham's list scheduling)."""
    users = graph.users()
    urgency = [0.0] * len(graph.nodes)
    for i in range(len(graph.nodes) - 1, -1, -1):
        node = graph.nodes[i]
        duration = 0.0 if node.kind in FREE else latency(node)
        urgency[i] = duration + max((urgency[user] for user in users[i]), default=0.0)
    waiting = [len(set(node.args)) for node in graph.nodes]
    done: list[float] = [0.0] * len(graph.nodes)
    ready: list[tuple[float, int]] = []
    later: list[tuple[float, int]] = []
    start: dict[int, int] = {}

    def finish(i: int, time: float) -> None:
        """Mark a node as done, and also the nodes without cost whose last operand it is."""
        pending = [(i, time)]
        while pending:
            j, when = pending.pop()
            done[j] = when
            for user in set(users[j]):
                waiting[user] -= 1
                if waiting[user]:
                    continue
                ready_at = max(done[arg] for arg in graph.nodes[user].args)
                if graph.nodes[user].kind in FREE:
                    pending.append((user, ready_at))
                else:
                    heapq.heappush(later, (ready_at, user))

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
    """Return the cycles per block in a long message, from the difference between four and two blocks in series."""
    return (
        list_schedule(chain(graph, 4), latency, slots).length - list_schedule(chain(graph, 2), latency, slots).length
    ) / 2


def chain(graph: Graph, blocks: int) -> Graph:
    """Return the graph of several blocks in series. Block words are named b0.x0, b0.x1, …, b1.x0, …"""
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


def _shift_steps(graph: Graph, offset: int) -> Graph:
    moved = (
        Node(n.kind, n.args, n.bits, n.amount, n.name, n.step + offset if n.step >= 0 else n.step) for n in graph.nodes
    )
    return Graph(tuple(moved), graph.outputs)
