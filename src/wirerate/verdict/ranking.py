# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Order alternatives: the best security standing first, then the fastest; equal if their speeds do not differ."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import TypeVar

from wirerate.records import Interval
from wirerate.statistics import quotient, ratio_at_look

T = TypeVar("T")


@dataclass(frozen=True)
class Cost:
    """Time needed / time available, which is 1 / headroom. Costs with the same `rounds` are paired: sample i of each
    was measured in the same round."""

    interval: Interval
    samples: tuple[float, ...] = ()
    rounds: tuple[object, ...] = ()  # identifies the rounds that the samples come from
    processes: tuple[int, ...] = ()  # the process that ran each round; empty: one process


def paired_gain(old: Cost, new: Cost, comparisons: int = 1) -> Interval | None:
    """Return the old cost / the new cost from paired rounds, or None if the two were not measured in the same rounds or
    a round's cost is not positive because of noise. The permitted error is divided among `comparisons`."""
    samples = (*old.samples, *new.samples)
    if not old.samples or len(old.samples) != len(new.samples) or old.rounds != new.rounds or min(samples) <= 0:
        return None
    return ratio_at_look(old.samples, new.samples, comparisons, processes=new.processes)


def gain(old: Cost, new: Cost, comparisons: int = 1) -> Interval | None:
    """Return `paired_gain`, or the quotient of the two intervals if the costs are not paired, or None if a cost may be
    0."""
    if paired := paired_gain(old, new, comparisons):
        return paired
    return quotient(old.interval, new.interval) if min(old.interval.low, new.interval.low) > 0 else None


def is_faster(new: Cost, old: Cost, comparisons: int = 1) -> bool:
    """Return whether the whole interval of the gain lies above 1."""
    ratio = gain(old, new, comparisons)
    return ratio is not None and ratio.low > 1


def ranked(
    options: Iterable[T],
    *,
    standing: Callable[[T], tuple[int, ...]],
    cost: Callable[[T], Cost],
    name: Callable[[T], str],
) -> list[tuple[T, tuple[str, ...]]]:
    """Return the options in order, each with the names of those that it is equal to.

    The lowest `standing` comes first. Among options of one standing, the fastest comes first, together with all options
    that are not measurably slower. These count as equal and are in alphabetical order. The same rule then applies to
    the rest.
    """
    ordered: list[tuple[T, tuple[str, ...]]] = []
    for _, of_one_standing in groupby(sorted(options, key=standing), key=standing):
        for equal in _equals(list(of_one_standing), cost):
            for option in sorted(equal, key=name):
                names = sorted({name(other) for other in equal} - {name(option)})
                ordered.append((option, tuple(names)))
    return ordered


def _equals(options: Sequence[T], cost: Callable[[T], Cost]) -> Iterator[list[T]]:
    """Yield the fastest with its equals, then the fastest of the rest with its equals, and so on."""
    comparisons = len(options) - 1
    while options:
        fastest = min(options, key=lambda option: cost(option).interval.median)
        slower = [is_faster(cost(fastest), cost(option), comparisons) for option in options]
        yield [option for option, is_slower in zip(options, slower, strict=True) if not is_slower]
        options = [option for option, is_slower in zip(options, slower, strict=True) if is_slower]
