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
