"""Invented measurements: verdicts are pure functions, so these tests run no authenticator."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from wirerate.authenticators.subjects import parse_subject
from wirerate.links import Load, load, parse_link, parse_packets
from wirerate.records import Interval, Measurement
from wirerate.verdict import Case

MakeLoad = Callable[..., Load]
MakeMeasurement = Callable[..., Measurement]
MakeCase = Callable[..., Case]


def _load(subject: str, link: str = "10G", packets: str = "1500", protocol: str | None = None) -> Load:
    return load(parse_link(link), parse_packets(packets), subject, protocol)


def _measurement(
    subject: str,
    low: float,
    high: float | None = None,
    *,
    cache: str = "cold",
    batch: int = 1,
    keyed: str | None = None,
    operation: str = "",
    threads: int = 1,
    status: str = "ok",
    note: str = "",
) -> Measurement:
    high = low if high is None else high
    facts = parse_subject(subject).facts
    return Measurement(
        subject=subject,
        status=status,
        cache=cache,
        batch=batch,
        operation=operation or facts.operation,
        keyed=facts.keyed[0] if keyed is None and facts.keyed else keyed or "",
        threads=threads,
        note=note,
        ns=Interval(median=(low + high) / 2, low=low, high=high, confidence=0.95) if status == "ok" else None,
    )


def _case(
    subject: str, room: float, protocol: str | None = None, *, batch: int = 1, link: str = "10G", spread: float = 1.0
) -> Case:
    """Return a case whose headroom, or its median, is exactly `room`."""
    here = _load(subject, link, protocol=protocol)
    found = _measurement(subject, here.needs_ns / room, batch=batch)
    assert found.ns is not None
    ns = replace(found.ns, low=found.ns.median / spread, high=found.ns.median * spread)
    return Case(here, (replace(found, ns=ns),))


@pytest.fixture
def make_load() -> MakeLoad:
    return _load


@pytest.fixture
def measurement() -> MakeMeasurement:
    return _measurement


@pytest.fixture
def make_case() -> MakeCase:
    return _case
