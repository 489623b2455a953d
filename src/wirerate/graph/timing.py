"""When results can be there: arrival times, the critical path, parallelism, and the slope of many blocks in series."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping

from wirerate.graph.ir import FREE, Graph, Node

Latency = Callable[[Node], float]
NEVER_LATE = -1e9  # when message words, keys and constants are there: long before the state


def arrivals(graph: Graph, latency: Latency, at: Mapping[str, float] | None = None) -> list[float]:
    """When each node's result is there, with enough hardware: inputs at the times given, else at zero."""
    given = at or {}
    times: list[float] = []
    for node in graph.nodes:
        start = max((times[i] for i in node.args), default=given.get(node.name, 0.0))
        if node.kind == "const":
            start = NEVER_LATE
        times.append(start if node.kind in FREE else max(start, 0.0 if not at else NEVER_LATE) + latency(node))
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


def entry_times(graph: Graph, latency: Latency, blocks: int = 4) -> dict[str, float]:
    """When the inputs of a block in a long message are there, counted from the state's earliest word: the message's
    words and constants long before."""
    return _run(graph, latency, blocks)[0]


def slope(graph: Graph, latency: Latency) -> float:
    """Time per block in the middle of a long message, with enough hardware."""
    return (_run(graph, latency, 12)[1] - _run(graph, latency, 4)[1]) / 8


def _run(graph: Graph, latency: Latency, blocks: int) -> tuple[dict[str, float], float]:
    """The state's times on entry to the block after `blocks` blocks (relative), and its latest one (absolute)."""
    state = dict.fromkeys(graph.state, 0.0)
    early = {name: NEVER_LATE for name in graph.inputs if name not in state}
    for _ in range(blocks):
        times = arrivals(graph, latency, {**early, **state})
        state = {name: times[graph.outputs[name]] for name in state}
    earliest = min(state.values())
    return {**early, **{name: time - earliest for name, time in state.items()}}, max(state.values())


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
