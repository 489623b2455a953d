# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What is asked of hardware: which core, by lanes, by ways or by name, where it is placed, and what it is held against;
and how many blocks it hashes then: of plain MD5, of MACs made of it, of the checksum, and of K-way MD5 as wirerate's
profile of RFC 1810's proposal has it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import KW_ONLY, dataclass
from functools import cache, partial

from wirerate.authenticators.subjects import WAYS
from wirerate.errors import UsageError, unknown
from wirerate.graph.verilog.core import Core
from wirerate.graph.verilog.cores import CORES, LANES, SUMS
from wirerate.links import Mix, parse_link, parse_packet_list
from wirerate.question import Question
from wirerate.wings.hw.placements import SEEDS, part

CHECKSUM = "internet-checksum"
MD5_BLOCK = 512  # bits
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


# ---- a message over K ways ----

_PREFIX = 64  # a block that makes a chain's seed: each message begins from MD5's own
_DIGEST = 16


def chains(length: int, ways: int) -> list[int]:
    """Blocks that each chain hashes: its prefix, every K-th block of the message, its end."""
    blocks = -(-length // 64)
    shares = [64 * -(-(blocks - chain) // ways) for chain in range(ways)]
    if blocks:
        shares[(blocks - 1) % ways] -= 64 * blocks - length  # the last one may be short
    return [plain(_PREFIX + share) for share in shares]


def combining(ways: int) -> int:
    """Blocks of the digest of digests, one after the other on one lane."""
    return plain(_PREFIX + _DIGEST * ways)


def all_blocks(length: int, ways: int) -> int:
    """What a message takes of the core's lanes together."""
    return sum(chains(length, ways)) + combining(ways)


def turns(length: int, ways: int) -> int:
    """Around the pipeline until a message's digest is there: the longest chain, the others beside it, then the
    combining."""
    return max(chains(length, ways)) + combining(ways)


@cache
def gains_from(ways: int) -> int:
    """Bytes from which a message alone is sooner done over so many ways than in one chain, whatever its length."""
    certain = 64 * 2 * (combining(ways) + 4)  # prefix, end and what was begun, doubled: K >= 4 leave less than half
    return 1 + max(length for length in range(certain) if turns(length, ways) >= plain(length))


# ---- a mix of packets ----


@dataclass(frozen=True)
class Workload:
    """Packets of a mix, with means over it; or each of them as one message over so many ways."""

    packets: str
    bytes: float
    blocks: float  # that all lanes together hash of one
    turns: float  # around the core until the digest of one is there
    ways: int | None = None
    plain_blocks: float = 0.0  # of the same message in one chain, where there are several
    checksum: bool = False


def workload(core: Core, mix: Mix, ways: int | None = None) -> Workload:
    """Plain MD5 or the checksum over the packets of a mix; with ways, K-way MD5."""
    if core.algorithm == CHECKSUM:
        blocks = mix.mean_bytes * 8 / core.bits
        return Workload(mix.name, mix.mean_bytes, blocks, blocks, checksum=True)
    alone = mean_blocks(mix, plain)
    if ways is None:
        return Workload(mix.name, mix.mean_bytes, alone, alone)
    blocks, around = (mean_blocks(mix, partial(cost, ways=ways)) for cost in (all_blocks, turns))
    return Workload(mix.name, mix.mean_bytes, blocks, around, ways, alone)


def mean_blocks(mix: Mix, cost: Callable[[int], int]) -> float:
    """Blocks per packet, mean over the mix."""
    return sum(cost(size) * weight for size, weight in mix.entries) / mix.total_weight


DEFAULT_PART = "ecp5-85k"
OVERLAPPED = "md5-overlapped"
MD5_LANES = (1, *LANES)
PACKET, SIZES = "1500", "64,512,1500,9000"  # unless asked otherwise; of K-way MD5 against a link, by message size


@dataclass(frozen=True)
class WhichCore(Question):
    """All cores of an algorithm, or one of them."""

    algorithm: str = "md5"
    _: KW_ONLY
    lanes: int | None = None
    ways: int | None = None
    core: str | None = None
    part_name: str = DEFAULT_PART

    def __post_init__(self) -> None:
        if self.algorithm not in ALGORITHMS:
            raise unknown("algorithm", self.algorithm, ALGORITHMS)
        part(self.part_name)
        self.excludes("core", "lanes", "ways")

    def chosen(self) -> str | None:
        """The core's name; None where nothing was chosen. What cannot be is a UsageError naming what can."""
        if self.core is not None and self.core not in cores_of(self.algorithm):
            raise unknown("core", self.core, cores_of(self.algorithm))
        if self.core is not None:
            return self.core
        if self.algorithm == CHECKSUM:
            return self._checksum()
        if self.ways is not None:
            return self._with_ways(self.ways)
        if self.lanes is None:
            return None
        if self.lanes not in MD5_LANES:
            raise _not(f"{self.lanes} lanes", MD5_LANES)
        return OVERLAPPED if self.lanes == 1 else f"md5-{self.lanes}"

    def _checksum(self) -> str | None:
        if self.ways is not None:
            raise UsageError("a checksum has no ways: its partial sums change nothing", fix=f"‹lanes={SUMS[1]}›")
        if self.lanes is None:
            return None
        if self.lanes not in SUMS:
            raise _not(f"{self.lanes} partial sums", SUMS)
        return f"checksum-{self.lanes}"

    def _with_ways(self, ways: int) -> str:
        if self.algorithm != "md5":
            raise UsageError(
                f"{self.algorithm} has no ways: K-way MD5 is an experiment after RFC 1810, and no MAC",
                fix=f"‹algorithm=md5› with ‹ways={ways}›, or {self.algorithm} with ‹lanes›",
            )
        if ways not in WAYS:
            raise _not(f"{ways} ways", tuple(WAYS))
        lanes = self.lanes or min(each for each in LANES if ways in ways_for(each))
        if lanes not in LANES:
            raise _not(f"{ways} ways in {lanes} lane{'s' if lanes > 1 else ''}", LANES, "lanes")
        if ways not in ways_for(lanes):
            raise _not(f"{ways} ways in {lanes} lanes", ways_for(lanes), "ways")
        return f"md5-{lanes}"


@dataclass(frozen=True, kw_only=True)
class Emit(WhichCore):
    """One core, written into a folder."""

    folder: str

    def __post_init__(self) -> None:
        super().__post_init__()
        self.needs("folder", "lanes=67", "ways", "core")
        self.chosen()


@dataclass(frozen=True, kw_only=True)
class Hw(WhichCore):
    """What cores do, ours or somebody's own, and against a link."""

    link: str | None = None
    packet: str | None = None
    policy: str = "modern"
    operation_ns: float | None = None
    placing: bool = False
    verilog: Sequence[str] = ()
    top: str = ""
    clock: str = ""
    bits_per_cycle: float = 0.0
    start: str = ""
    done: str = ""
    ready: str = ""
    reset: str = ""
    hold: Sequence[str] = ()
    seeds: Sequence[int] = SEEDS

    def __post_init__(self) -> None:
        super().__post_init__()
        self.excludes("verilog", "core", "ways", "operation_ns", "placing")
        for each in ("top=NAME", "clock=PORT"):
            self.needs("verilog", each)
            self.needs(each.partition("=")[0], "verilog=[core.v]")
        self._check_pace()
        if not self.verilog:  # a core of somebody's own has any number of lanes
            self.chosen()
        elif not self.start and not self.bits_per_cycle > 0:
            raise UsageError(
                f"a core that takes {self.bits_per_cycle:g} bits per cycle hashes nothing",
                fix="MD5's blocks have 512 bits: of 64 cycles a block, say 8",
            )
        self.excludes("operation_ns", "placing")
        self.needs("placing", "lanes=1", "ways", "core")
        self.needs("link", "lanes=67", "ways", "core", "verilog")
        self.needs("policy", 'link="40G"')
        if self.link:
            parse_link(self.link)
        self.mixes()

    def _check_pace(self) -> None:
        """It is said, or counted by a simulation that follows one message through the handshake named."""
        self.needs("verilog", "bits_per_cycle=8", "start")
        for each in ("bits_per_cycle", "start"):
            self.needs(each, "verilog=[core.v]")
        self.needs("start", "done=PORT")
        for each in ("done", "ready", "reset", "hold"):
            self.needs(each, "start=PORT")
        self.excludes("start", "lanes")
        if self.algorithm == CHECKSUM:
            self.refuses(
                "start", because="a checksum has no blocks to count", fix="leave out ‹start›; say ‹bits_per_cycle=32›"
            )

    def mixes(self) -> list[Mix]:
        """One, but for K-way MD5 against a link: a message's size decides what K ways bring."""
        by_size = self.ways is not None and self.link is not None
        found = parse_packet_list(self.packet or (SIZES if by_size else PACKET))
        if len(found) > 1 and not by_size:
            raise UsageError(
                f"‹packet› has {len(found)} sizes: only K-way MD5 is held against a link by size",
                fix=f'type ‹packet="{found[0].name}"›, or ask about ‹ways=4› with ‹link="1G"›',
            )
        return found


def cores_of(algorithm: str) -> tuple[str, ...]:
    """The cores that compute it; keyed MD5 and HMAC are MD5's."""
    prefix = "checksum-" if algorithm == CHECKSUM else "md5-"
    return tuple(name for name in CORES if name.startswith(prefix))


def ways_for(lanes: int) -> tuple[int, ...]:
    """The numbers of ways that so many lanes carry."""
    return tuple(ways for ways in WAYS if ways <= lanes)


def _not(what: str, can: tuple[int, ...], of: str = "") -> UsageError:
    listed = ", ".join(map(str, can))
    return UsageError(f"there is no core with {what}", fix=f"one of: {listed}" + (f" {of}" if of else ""))
