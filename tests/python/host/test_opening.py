"""Subjects open the same way whether foreseen or not; foreseen ones need no separate child process."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from wirerate._native import ffi
from wirerate.authenticators.subjects import parse_subject
from wirerate.errors import Error
from wirerate.host import bench, meter
from wirerate.host.bench import Opener
from wirerate.host.request import Request

NAMES = ("hmac-md5@wirerate", "umac-64@wirerate/portable", "md5", "read", "hmac-sha256@openssl", "hmac-sha1-96@nettle",
         "hmac-sha256@ipsec-mb", "aes-128-gcm@openssl")  # fmt: skip


def requests() -> Iterator[Request]:
    """Return requests for sender and receiver, for single packets and, if supported, batches."""
    for name in NAMES:
        subject = parse_subject(name)
        for operation in subject.facts.operations:
            for batch in (1, 32) if subject.implementation in ("wirerate", "ipsec-mb") else (1,):
                yield Request(subject, (64,), operation=operation, batch=batch, keyed=(*subject.facts.keyed, "")[0])


def opened(opener: Opener, request: Request) -> str:
    """Open a subject. Return its label and the source of its tags, or why it does not open."""
    try:
        subject = opener.open(request.subject, request.does, request.keyed, request.batch)
        return f"{subject.name} by {opener.reference(subject.name, request.does).name}"
    except Error as error:
        return str(error)


@pytest.fixture
def alone(monkeypatch: pytest.MonkeyPatch) -> list[meter.Wanted]:
    """Record the subjects that are opened in a separate child process."""
    seen = []

    class Watched(meter.OpenSubject):
        def __init__(self, wanted: meter.Wanted, handle: Any = ffi.NULL) -> None:
            if handle == ffi.NULL:
                seen.append(wanted)
            super().__init__(wanted, handle)

    monkeypatch.setattr(bench, "OpenSubject", Watched)
    return seen


def test_foreseen_subjects_open_without_a_child_of_their_own(alone: list[meter.Wanted]) -> None:
    foreseeing = Opener()
    foreseeing.check_in_background(requests())
    names = {request: opened(foreseeing, request) for request in requests()}
    present = {peer.name for peer in meter.peers() if not peer.absent}
    assert not [wanted for wanted in alone if wanted.subject.implementation in present]
    for request, name in names.items():
        if request.subject.implementation != "ipsec-mb":  # which of its kernels is faster varies between runs
            assert name == opened(Opener(), request)


def test_a_receiver_runs_the_senders_kernel() -> None:
    opener = Opener()
    opener.check_in_background(requests())
    for name in NAMES:
        subject = parse_subject(name)
        if len(subject.facts.operations) > 1 and not meter.peer(subject.implementation or "wirerate").absent:
            ends = [
                opener.open(subject, operation, subject.facts.keyed[0], 1).name
                for operation in subject.facts.operations
            ]
            assert ends[0] == ends[1]


def test_unforeseen_subjects_open_too(alone: list[meter.Wanted]) -> None:
    opener = Opener()
    opener.check_in_background([])
    request = next(requests())
    assert opened(opener, request)
    assert request.subject in [wanted.subject for wanted in alone]
