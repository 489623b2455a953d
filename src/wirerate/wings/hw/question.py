# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The parameters of `hw`, and the number of blocks that a packet takes: plain MD5, keyed MD5, HMAC-MD5, the checksum,
and K-way MD5 (wirerate's profile of RFC 1810's proposal, docs/k-way-md5.md)."""

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
PADDING = 9  # bytes: the end marker and the length (RFC 1321 sections 3.1 and 3.2)
KEY = 16  # bytes


def _blocks(length: int) -> int:
    return -(-(length + PADDING) // 64)


def plain(length: int) -> int:
    """Return the number of blocks that plain MD5 hashes for a packet of `length` bytes."""
    return _blocks(length)


def keyed(length: int) -> int:
    """Return the number of blocks that RFC 1828's keyed MD5 hashes: the key padded to a block, the packet, the key."""
    return 1 + _blocks(length + KEY)


def hmac(length: int) -> int:
    """Return the number of blocks that HMAC-MD5 hashes (RFC 2104): inner key, packet, outer key, inner digest. These
    cores start every message from MD5's initial value, so the key blocks are hashed for every packet."""
    return 1 + _blocks(length) + 2


MODES = {"md5": plain, "keyed-md5": keyed, "hmac-md5": hmac}
ALGORITHMS = (*MODES, CHECKSUM)


# ---- K-way MD5 ----

_PREFIX = 64  # bytes: the block that gives a chain its own starting value
_DIGEST = 16  # bytes


def chains(length: int, ways: int) -> list[int]:
    """Return the number of blocks in each chain: its prefix, every K-th block of the message, and the padding."""
    blocks = -(-length // 64)
    shares = [64 * -(-(blocks - chain) // ways) for chain in range(ways)]
    if blocks:
        shares[(blocks - 1) % ways] -= 64 * blocks - length  # the last block may be short
    return [plain(_PREFIX + share) for share in shares]


def combining(ways: int) -> int:
    """Return the number of blocks in the final hash, which one lane computes over the chains' digests."""
    return plain(_PREFIX + _DIGEST * ways)


def all_blocks(length: int, ways: int) -> int:
    """Return the number of blocks of a message on all lanes together, including the final hash."""
    return sum(chains(length, ways)) + combining(ways)


def turns(length: int, ways: int) -> int:
    """Return the number of passes through the pipeline until a message's digest is ready: one per block of the longest
    chain and of the final hash."""
    return max(chains(length, ways)) + combining(ways)


@cache
def gains_from(ways: int) -> int:
    """Return the message length in bytes from which K chains always finish one message sooner than one chain."""
    certain = 64 * 2 * (combining(ways) + 4)  # above this length, K >= 4 chains save more than the final hash costs
    return 1 + max(length for length in range(certain) if turns(length, ways) >= plain(length))


# ---- packet mixes ----


@dataclass(frozen=True)
class Workload:
    """The mean work per packet of a packet mix; with `ways`, every packet is one K-way message."""

    packets: str
    bytes: float
    blocks: float  # over all lanes
    turns: float  # passes through the core until the digest is ready
    ways: int | None = None
    plain_blocks: float = 0.0  # blocks of plain MD5 for the same message; 0 without `ways`
    checksum: bool = False


def workload(core: Core, mix: Mix, ways: int | None = None) -> Workload:
    """Return the work per packet for plain MD5 or the checksum, or for K-way MD5 if `ways` is given."""
    if core.algorithm == CHECKSUM:
        blocks = mix.mean_bytes * 8 / core.bits
        return Workload(mix.name, mix.mean_bytes, blocks, blocks, checksum=True)
    alone = mean_blocks(mix, plain)
    if ways is None:
        return Workload(mix.name, mix.mean_bytes, alone, alone)
    blocks, around = (mean_blocks(mix, partial(cost, ways=ways)) for cost in (all_blocks, turns))
    return Workload(mix.name, mix.mean_bytes, blocks, around, ways, alone)


def mean_blocks(mix: Mix, cost: Callable[[int], int]) -> float:
    """Return the mean number of blocks per packet of the mix; `cost` maps a packet's length to its blocks."""
    return sum(cost(size) * weight for size, weight in mix.entries) / mix.total_weight


DEFAULT_PART = "ecp5-85k"
OVERLAPPED = "md5-overlapped"
MD5_LANES = (1, *LANES)
PACKET, SIZES = "1500", "64,512,1500,9000"  # defaults of `packet`; SIZES applies to K-way MD5 with a link


@dataclass(frozen=True)
class WhichCore(Question):
    """The parameters that select all cores of an algorithm, or one of them."""

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
        """Return the selected core's name, or None. Raise UsageError with the choices if there is no such core."""
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
            raise _no_core(f"{self.lanes} lanes", MD5_LANES)
        return OVERLAPPED if self.lanes == 1 else f"md5-{self.lanes}"

    def _checksum(self) -> str | None:
        if self.ways is not None:
            raise UsageError("‹ways› is for MD5; a checksum splits into partial sums", fix=f"‹lanes={SUMS[1]}›")
        if self.lanes is None:
            return None
        if self.lanes not in SUMS:
            raise _no_core(f"{self.lanes} partial sums", SUMS)
        return f"checksum-{self.lanes}"

    def _with_ways(self, ways: int) -> str:
        if self.algorithm != "md5":
            raise UsageError(
                "‹ways› is for md5: K-way MD5, RFC 1810's experiment, is not a MAC",
                fix=f"‹algorithm=md5› with ‹ways={ways}›, or {self.algorithm} with ‹lanes›",
            )
        if ways not in WAYS:
            raise _no_core(f"{ways} ways", tuple(WAYS))
        lanes = self.lanes or min(lanes for lanes in LANES if ways in ways_for(lanes))
        if lanes not in LANES:
            raise _no_core(f"{ways} ways in {lanes} lane{'s' if lanes > 1 else ''}", LANES, "lanes")
        if ways not in ways_for(lanes):
            raise _no_core(f"{ways} ways in {lanes} lanes", ways_for(lanes), "ways")
        return f"md5-{lanes}"


@dataclass(frozen=True, kw_only=True)
class Emit(WhichCore):
    """The parameters of `emit`: one core and the folder to write it to."""

    folder: str

    def __post_init__(self) -> None:
        super().__post_init__()
        self.needs("folder", "lanes=67", "ways", "core")
        self.chosen()


@dataclass(frozen=True, kw_only=True)
class Hw(WhichCore):
    """The parameters of `hw`."""

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
        for option in ("top=NAME", "clock=PORT"):
            self.needs("verilog", option)
            self.needs(option.partition("=")[0], "verilog=[core.v]")
        self._check_pace()
        if not self.verilog:  # the user's core may have any number of lanes
            self.chosen()
        elif not self.start and not self.bits_per_cycle > 0:
            raise UsageError(
                f"‹bits_per_cycle› is {self.bits_per_cycle:g}; it must be more than 0",
                fix="divide a block by its clocks: MD5's 512 bits in 64 clocks are 8",
            )
        self.excludes("operation_ns", "placing")
        self.needs("placing", "lanes=1", "ways", "core")
        self.needs("link", "lanes=67", "ways", "core", "verilog")
        self.needs("policy", 'link="40G"')
        if self.link:
            parse_link(self.link)
        self.mixes()

    def _check_pace(self) -> None:
        """Check that bits per cycle are either given or can be measured by simulation."""
        self.needs("verilog", "bits_per_cycle=8", "start")
        for name in ("bits_per_cycle", "start"):
            self.needs(name, "verilog=[core.v]")
        self.needs("start", "done=PORT")
        for name in ("done", "ready", "reset", "hold"):
            self.needs(name, "start=PORT")
        self.excludes("start", "lanes")
        if self.algorithm == CHECKSUM:
            self.refuses(
                "start", because="a checksum has no blocks to count", fix="replace ‹start› by ‹bits_per_cycle=32›"
            )

    def mixes(self) -> list[Mix]:
        """Return the packet mixes: one per message size for K-way MD5 with a link, otherwise one mix."""
        by_size = self.ways is not None and self.link is not None
        mixes = parse_packet_list(self.packet or (SIZES if by_size else PACKET))
        if len(mixes) > 1 and not by_size:
            raise UsageError(
                f"‹packet› has {len(mixes)} sizes; only K-way MD5 with a link takes several",
                fix=f'type ‹packet="{mixes[0].name}"›, or add ‹ways=4› and ‹link="1G"›',
            )
        return mixes


def cores_of(algorithm: str) -> tuple[str, ...]:
    """Return the cores that compute an algorithm; keyed MD5 and HMAC-MD5 run on MD5 cores."""
    prefix = "checksum-" if algorithm == CHECKSUM else "md5-"
    return tuple(name for name in CORES if name.startswith(prefix))


def ways_for(lanes: int) -> tuple[int, ...]:
    """Return the numbers of ways (values of K) that a core with `lanes` lanes can run."""
    return tuple(ways for ways in WAYS if ways <= lanes)


def _no_core(request: str, choices: tuple[int, ...], unit: str = "") -> UsageError:
    listed = ", ".join(map(str, choices))
    return UsageError(f"there is no core with {request}", fix=f"one of: {listed}" + (f" {unit}" if unit else ""))
