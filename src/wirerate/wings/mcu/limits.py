# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What fits a board: configurations held against limits of time, RAM, flash and energy, and the front of the best.

A range is held against a limit by both its ends: a configuration fits when its high end does, may fit when only the low
end does. The cheapest that fits is the one that takes least of all limits together: its shares of them add up to least.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from wirerate.errors import EXIT_CANNOT_TELL, EXIT_NO, EXIT_OK, UsageError, unknown
from wirerate.links import parse_size
from wirerate.wings.mcu.rows import Configuration

RESOURCES = ("time", "ram", "flash", "energy", "wire")
FITS, MAY_FIT, MISSES = "fits", "may fit", "misses"

_TIMES = {"s": 1e9, "ms": 1e6, "us": 1e3, "min": 60e9}
_ENERGIES = {"mJ": 1.0, "J": 1e3, "uJ": 1e-3}
_EXAMPLES = {"time": "time=1s", "ram": "ram=8Ki", "flash": "flash=40Ki", "energy": "energy=50mJ", "wire": "wire=4Ki"}


@dataclass(frozen=True)
class Budget:
    """Limits by resource: time in nanoseconds, energy in millijoules, the others in bytes. `board` holds those that the
    part itself sets."""

    asked: Mapping[str, float] = field(default_factory=dict)
    board: Mapping[str, float] = field(default_factory=dict)

    @property
    def limits(self) -> dict[str, float]:
        """The stricter of what is asked and what the board has."""
        both = {**self.board, **self.asked}
        return {name: min(both[name], self.board.get(name, both[name])) for name in RESOURCES if name in both}


def parse_budget(text: str) -> dict[str, float]:
    """`time=1s,ram=8Ki,flash=40Ki,energy=50mJ`, in any order, each at most once."""
    limits: dict[str, float] = {}
    for part in text.split(","):
        name, equals, amount = (word.strip() for word in part.partition("="))
        if name not in RESOURCES:
            raise unknown("resource", name, RESOURCES)
        if not equals or not amount:
            raise UsageError(f"{name} has no limit", fix=f"type {_EXAMPLES[name]}")
        if name in limits:
            raise UsageError(f"{name} is named twice", fix=f"type it once: {_EXAMPLES[name]}")
        limits[name] = _amount(name, amount)
    return limits


def _amount(name: str, text: str) -> float:
    if name in ("ram", "flash", "wire"):
        return float(parse_size(text.removesuffix("B") if text.endswith("iB") else text))
    units = _TIMES if name == "time" else _ENERGIES
    unit = next((u for u in sorted(units, key=len, reverse=True) if text.endswith(u)), "")
    number = text.removesuffix(unit).strip()
    if not unit or not number.replace(".", "", 1).isdecimal() or float(number) <= 0:
        wanted = ", ".join(units)
        raise UsageError(f"{name}={text} is not above zero with one of the units {wanted}",
                         fix=f"type {_EXAMPLES[name]}")  # fmt: skip
    return float(number) * units[unit]


@dataclass(frozen=True)
class Taken:
    """What one configuration takes of each resource, at the low and the high end of its range."""

    row: Configuration
    low: Mapping[str, float]
    high: Mapping[str, float]


def taken(m: Configuration) -> Taken:
    """RAM is what the operation takes at its peaks, together; energy is absent where the board has no current, wire
    where nothing is sent."""
    low, high = ({"time": end, "ram": m.ram_bytes, "flash": m.flash_bytes} for end in (m.ns.low, m.ns.high))
    if m.energy is not None:
        low["energy"], high["energy"] = m.energy.low, m.energy.high
    if m.bytes is not None:
        low["wire"] = high["wire"] = m.bytes
    return Taken(m, low, high)


@dataclass(frozen=True)
class Held:
    """A configuration against the limits."""

    taken: Taken
    word: str  # fits | may fit | misses
    share: float  # the largest share of any limit, high ends
    worst: str  # the resource of that share; "" without limits
    total: float = 0.0  # its shares of all limits
    over: tuple[str, ...] = ()  # resources beyond their limit even at the low end

    @property
    def row(self) -> Configuration:
        return self.taken.row


@dataclass(frozen=True)
class Outcome:
    """All configurations held against one budget."""

    budget: Budget
    held: tuple[Held, ...]
    front: tuple[Held, ...]  # no other one is better in one resource and worse in none
    cheapest: Held | None  # of those that fit; else of those that may

    @property
    def nearest(self) -> Held | None:
        """What misses by least, where nothing fits."""
        return min(self.held, key=lambda h: h.share, default=None) if self.cheapest is None else None

    @property
    def status(self) -> int:
        if self.cheapest is None:
            return EXIT_NO
        return EXIT_OK if self.cheapest.word == FITS else EXIT_CANNOT_TELL


def judge_budget(rows: Sequence[Configuration], budget: Budget) -> Outcome:
    all_taken = [taken(m) for m in rows]
    held = tuple(_hold(each, budget.limits) for each in all_taken)
    front = _front(held)  # whatever fits is beaten by something on the front that fits too, or stands there itself
    able = [h for h in front if h.word == FITS] or [h for h in front if h.word == MAY_FIT]
    cheapest = min(able, key=lambda h: (h.total, h.taken.high["time"]), default=None)
    return Outcome(budget, held, front, cheapest)


def _hold(each: Taken, limits: Mapping[str, float]) -> Held:
    shares = {name: each.high[name] / limit for name, limit in limits.items() if name in each.high}
    worst = max(shares, key=lambda name: shares[name], default="")
    over = tuple(name for name in shares if each.low[name] > limits[name])
    fits = all(share <= 1 for share in shares.values())
    word = FITS if fits else MISSES if over else MAY_FIT
    return Held(each, word, shares.get(worst, 0.0), worst, sum(shares.values()), over)


def _front(held: Sequence[Held]) -> tuple[Held, ...]:
    points = [_point(h) for h in held]
    return tuple(h for h, here in zip(held, points, strict=True) if not any(_better(other, here) for other in points))


def _point(held: Held) -> tuple[float, ...]:
    high = held.taken.high
    return held.row.ns.median, high["ram"], high["flash"], high.get("energy", 0.0), high.get("wire", 0.0)


def _better(other: tuple[float, ...], here: tuple[float, ...]) -> bool:
    """Whether `other` is nowhere worse and somewhere better."""
    return other != here and all(a <= b for a, b in zip(other, here, strict=True))
