"""DTLS handshakes between two emulated ends."""

from __future__ import annotations

from wirerate.api.firmware.question import Asked
from wirerate.api.session import Progress
from wirerate.records import Measurement, Run


def handshake(asked: Asked, progress: Progress | None = None) -> Run:
    raise NotImplementedError


def configurations(asked: Asked, progress: Progress | None = None) -> list[Measurement]:
    """Every stored handshake's dearer end, as something that a budget can hold."""
    return []


def symmetric_shares(version: str) -> list[float]:
    """What AES, SHA-256 and HMAC take of each stored handshake's cycles."""
    return []
