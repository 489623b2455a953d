# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What a question means: which core, by lanes, by ways or by name; and how many blocks a packet costs it."""

from __future__ import annotations

from wirerate.authenticators.subjects import WAYS
from wirerate.errors import UsageError, unknown
from wirerate.graph.verilog.checksum import SUMS
from wirerate.graph.verilog.cores import CORES, LANES
from wirerate.links import Mix

CHECKSUM = "internet-checksum"
MD5_BLOCK = 512  # bits
MD5_LANES = (1, *LANES)
OVERLAPPED = "md5-overlapped"


def cores_of(algorithm: str) -> tuple[str, ...]:
    """The cores that compute it; keyed MD5 and HMAC are MD5's."""
    prefix = "checksum-" if algorithm == CHECKSUM else "md5-"
    return tuple(name for name in CORES if name.startswith(prefix))


def choose(algorithm: str, lanes: int | None, ways: int | None, core: str | None) -> str | None:
    """The core's name; None where nothing was chosen. What cannot be is a UsageError naming what can."""
    if core is not None:
        if core not in cores_of(algorithm):
            raise unknown("core", core, cores_of(algorithm))
        if lanes is not None or ways is not None:
            raise UsageError("--core names a core, and --lanes and --ways choose one", fix="leave one of them out")
        return core
    if algorithm == CHECKSUM:
        return _checksum(lanes, ways)
    if ways is not None:
        return _with_ways(algorithm, lanes, ways)
    if lanes is None:
        return None
    if lanes not in MD5_LANES:
        raise _not(f"{lanes} lanes", MD5_LANES)
    return OVERLAPPED if lanes == 1 else f"md5-{lanes}"


def _checksum(lanes: int | None, ways: int | None) -> str | None:
    if ways is not None:
        raise UsageError("a checksum has no ways: its partial sums change nothing", fix=f"--lanes {SUMS[1]}")
    if lanes is None:
        return None
    if lanes not in SUMS:
        raise _not(f"{lanes} partial sums", SUMS)
    return f"checksum-{lanes}"


def _with_ways(algorithm: str, lanes: int | None, ways: int) -> str:
    if algorithm != "md5":
        raise UsageError(
            f"{algorithm} has no ways: K-way MD5 is an experiment after RFC 1810, and no MAC",
            fix=f"wirerate hw md5 --ways {ways}, or {algorithm} with --lanes",
        )
    if ways not in WAYS:
        raise _not(f"{ways} ways", tuple(WAYS))
    if lanes is None:
        lanes = min(each for each in LANES if ways in ways_for(each))
    if lanes not in LANES:
        raise _not(f"{ways} ways in {lanes} lane{'s' if lanes > 1 else ''}", LANES, "lanes")
    if ways not in ways_for(lanes):
        raise _not(f"{ways} ways in {lanes} lanes", ways_for(lanes), "ways")
    return f"md5-{lanes}"


def ways_for(lanes: int) -> tuple[int, ...]:
    """The numbers of ways that so many lanes carry."""
    return tuple(ways for ways in WAYS if ways <= lanes)


def _not(what: str, can: tuple[int, ...], of: str = "") -> UsageError:
    listed = ", ".join(map(str, can))
    return UsageError(f"there is no core with {what}", fix=f"one of: {listed}" + (f" {of}" if of else ""))


# ---- blocks ----

PADDING = 9  # a one bit and the length: RFC 1321, 3.1 and 3.2
KEY = 16


def _blocks(length: int) -> int:
    return -(-(length + PADDING) // 64)


def plain(length: int) -> int:
    """MD5 of the packet."""
    return _blocks(length)


def keyed(length: int) -> int:
    """RFC 1828: the key filled to a block, the packet, the key."""
    return 1 + _blocks(length + KEY)


def hmac(length: int) -> int:
    """RFC 2104 as these cores do it, each message from MD5's own seed: the inner key's block, the packet, then the
    outer key's block and the digest's."""
    return 1 + _blocks(length) + 2


MODES = {"md5": plain, "keyed-md5": keyed, "hmac-md5": hmac}
ALGORITHMS = (*MODES, CHECKSUM)


def mean_blocks(mode: str, mix: Mix) -> float:
    """Blocks per packet, mean over the mix."""
    return sum(MODES[mode](size) * weight for size, weight in mix.entries) / mix.total_weight
