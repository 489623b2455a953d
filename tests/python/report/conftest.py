"""An invented run with everything that a report can show. Its figures follow formulas and were not measured."""

from __future__ import annotations

import math
import random
from collections.abc import Callable

import pytest

from wirerate.graph.rows import Bound, ModelBeside
from wirerate.links import load, parse_link, parse_packets
from wirerate.records import (
    AnyRun,
    CheckRun,
    CompareRun,
    Comparison,
    Conditions,
    CpuCache,
    Environment,
    Interval,
    Measurement,
    Peer,
    Problem,
    SpeedRun,
)
from wirerate.verdict import Case, judge_all

SIZES = (64, 128, 256, 576, 1024, 1500, 9000)
KIB = 1024
WORKING_SETS = tuple(4 * KIB << i for i in range(17))

# subject: fixed ns, ns per byte, share of the rate lost in memory
COSTS = {
    "hmac-md5@wirerate/avx2": (210.0, 1.52, 0.02),
    "hmac-md5@openssl": (350.0, 1.55, 0.02),
    "umac-64@nettle": (95.0, 0.21, 0.15),
    "aes-128-gmac@openssl": (110.0, 0.08, 0.42),
    "hmac-sha256@openssl": (240.0, 0.61, 0.05),
    "poly1305@openssl": (120.0, 0.14, 0.30),
    "md5@openssl": (130.0, 1.5, 0.02),
}


def environment() -> Environment:
    return Environment(
        wirerate="0.0-test",
        date="2000-01-01T00:00:00Z",
        host="synthetic",
        cpu="Synthetic CPU 1",
        cores=2,
        memory_bytes=8 << 30,
        caches=(
            CpuCache(name="L1d", bytes=32 * KIB),
            CpuCache(name="L2", bytes=1 << 20),
            CpuCache(name="L3", bytes=32 << 20),
        ),
        flags=("avx2", "bmi2"),
        hidden_flags=("sha_ni",),
        virtual="kvm",
        os="SyntheticOS 1.0",
        compiler="cc 1.0",
        kernel="avx2",
        core_hz=3.5e9,
        tick_hz=2.5e9,
        peers=(
            Peer(name="openssl", version="3.0.0"),
            Peer(name="nettle", version="3.8"),
            Peer(name="ipsec-mb", version="", absent="apt install libipsec-mb1"),
        ),
    )


def interval(median: float, share: float = 0.006) -> Interval:
    return Interval(median, median * (1 - share), median * (1 + share * 1.4), 0.969)


def samples(median: float, seed: str, rounds: int = 64) -> tuple[float, ...]:
    """Return skewed noise with a few slow rounds, as on a busy machine."""
    dice = random.Random(seed)
    noise = [median * (1 + abs(dice.gauss(0, 0.004)) - 0.002) for _ in range(rounds)]
    return tuple(ns * (1.15 if dice.random() < 0.04 else 1) for ns in noise)


def measurement(subject: str, octets: float, **changes: object) -> Measurement:
    fixed, per_byte, lost = COSTS[subject]
    unkeyed = subject.startswith("md5")
    mode = str(changes.get("keyed", "" if unkeyed else "rekey" if subject.startswith("poly") else "reuse"))
    fixed *= {"rekey": 2.1, "fresh": 4.2}.get(mode, 1.0)
    cold = 1 / (1 - lost) if changes.get("cache", "cold") == "cold" else 1.0
    if changes.get("batch", 1) != 1:
        fixed, per_byte = fixed / 3, per_byte / 6.5
    ns = fixed + per_byte * cold * octets
    fields: dict[str, object] = {
        "subject": subject,
        "bytes": octets,
        "cache": "cold",
        "keyed": mode,
        "rounds": 64,
        "ns": interval(ns),
        "fixed_ns": fixed,
        "per_byte_ns": per_byte * cold,
        "residual": 0.004,
        "cpu_share": 0.998,
        "stolen": 0.001,
        "core_cycles": ns * 3.5 / octets,
        "operation": "hash" if unkeyed else "tag",
        "samples_ns": samples(ns, f"{subject}{octets}{mode}"),
    }
    return Measurement(**(fields | changes))  # type: ignore[arg-type]


def reference(subject: str, role: str, octets: float) -> Measurement:
    ns = 6 + octets * (0.03 if role == "ceiling" else 0.05)
    return Measurement(
        subject=subject,
        role=role,
        bytes=octets,
        cache="cold",
        rounds=64,
        ns=interval(ns),
        operation="read" if role == "ceiling" else "checksum",
    )


def sweep() -> list[Measurement]:
    rows = []
    for subject in ("hmac-md5@wirerate/avx2", "aes-128-gmac@openssl", "umac-64@nettle"):
        fixed, per_byte, lost = COSTS[subject]
        for size in WORKING_SETS:
            away = 1 / (1 + math.exp(-(math.log2(size) - 24.5)))
            ns = fixed + per_byte * 1500 / (1 - lost * away)
            rows.append(
                Measurement(
                    subject=subject,
                    bytes=1500,
                    cache="sweep",
                    working_set=size,
                    keyed="reuse",
                    rounds=16,
                    ns=interval(ns),
                )
            )
    return rows


def bound(subject: str, least: float, measured: float) -> ModelBeside:
    """Return a row of the model beside a measurement, as `wirerate model --run` makes it."""

    def end(cycles: float) -> Bound:
        return Bound(
            unit="scalar", ways=1, rewrites=(), cycles=64 * cycles, cycles_per_byte=cycles, latency=cycles,
            issue=cycles / 2, lanes=cycles / 4, limit="latency",
        )  # fmt: skip

    return ModelBeside(
        subject=subject, bytes=64, ns=interval(9), cpu="zen4", low=end(least), high=end(least * 1.05),
        measured=measured, ratio=measured / least,
    )  # fmt: skip


def full(links: tuple[str, ...] = ("10G",)) -> AnyRun:
    """Return a run with curves, batches, keyed states, a sweep, verdicts, wrong and absent subjects, and a problem."""
    run = CheckRun(command="check", environment=environment(), exit=1)
    for subject in COSTS:
        run.rows += [measurement(subject, size) for size in SIZES]
        if not subject.startswith("md5"):
            run.rows += [measurement(subject, 576, keyed=mode) for mode in ("rekey", "fresh")]
    run.rows += [measurement("hmac-md5@wirerate/avx2", size, batch=256) for size in SIZES]
    run.rows += [reference("read@wirerate", "ceiling", size) for size in SIZES]
    run.rows += [reference("internet-checksum@wirerate", "floor", size) for size in SIZES]
    run.rows += sweep()
    run.rows.append(Measurement(subject="aes-128-cmac@ipsec-mb", status="absent", note="apt install libipsec-mb1"))
    run.rows.append(Measurement(subject="umac-96@nettle", status="wrong", note="tag differs at length 17"))
    judge_into(run, links)
    run.problems.append(Problem(code="noisy", message="Another process took 3 % of the CPU.", fix="stop it and repeat"))
    return run


def judge_into(run: AnyRun, links: tuple[str, ...], packets: str = "imix", protocol: str | None = None) -> None:
    """Add the measurements of the mix, and the verdicts on them."""
    mix = parse_packets(packets)
    mean = mix.mean_bytes
    names = [s for s in COSTS if not s.startswith("md5")]
    mixed = {
        s: [measurement(s, mean, packets=packets, cache=cache) for cache in ("cold", "llc", "warm")] for s in names
    }
    batched = measurement("hmac-md5@wirerate/avx2", mean, packets=packets, batch=256)
    mixed["hmac-md5@wirerate/avx2"].append(batched)
    run.rows += [m for rows in mixed.values() for m in rows]
    for link in links:
        cases = [
            Case(load(parse_link(link), mix, s.partition("@")[0], protocol), tuple(rows)) for s, rows in mixed.items()
        ]
        run.verdicts += judge_all(cases)


def compared() -> AnyRun:
    run = CompareRun(command="compare", environment=environment(), exit=1)
    for change, ratio in (("IMPROVED", 1.21), ("REGRESSED", 0.87), ("NO CHANGE", 1.002), ("CANNOT TELL", 1.04)):
        run.comparisons.append(
            Comparison(
                subject="md5@./new.so",
                reference="md5@./old.so",
                ratio=interval(ratio, 0.01),
                change=change,
                conditions=Conditions(bytes=1500, cache="cold"),
                rounds=128,
            )
        )
    return run


def measured_only() -> AnyRun:
    run = full()
    return SpeedRun(
        command="speed",
        environment=environment(),
        rows=[m for m in run.rows if not m.packets],
    )


def one_subject(subject: str, links: tuple[str, ...], protocol: str | None = None) -> AnyRun:
    """Return a check of one algorithm with measurements of the mix only."""
    run = CheckRun(command="check", environment=environment())
    mix = parse_packets("imix")
    rows = tuple(measurement(subject, mix.mean_bytes, packets="imix", cache=c) for c in ("cold", "llc", "warm"))
    run.rows += rows
    for link in links:
        name = subject.partition("@")[0]
        run.verdicts += judge_all([Case(load(parse_link(link), mix, name, protocol), rows)])
    return run


@pytest.fixture
def full_run() -> AnyRun:
    return full()


@pytest.fixture
def three_links() -> AnyRun:
    return full(("1G", "10G", "100G"))


@pytest.fixture
def speed_run() -> AnyRun:
    return measured_only()


@pytest.fixture
def compared_run() -> AnyRun:
    return compared()


@pytest.fixture
def bounds() -> list[Measurement]:
    return [bound("hmac-md5@wirerate/avx2", 3.1, 3.3), bound("hmac-sha256@openssl", 1.2, 1.9)]


@pytest.fixture(scope="session")
def make_full() -> Callable[..., AnyRun]:
    return full


@pytest.fixture
def check_of() -> Callable[..., AnyRun]:
    return one_subject
