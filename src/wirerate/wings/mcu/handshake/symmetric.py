# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What a handshake of TLS 1.3 hashes and seals, counted in blocks; and what a block costs, from emulated handshakes of
DTLS 1.2 with the same hash and cipher."""

from __future__ import annotations

from collections.abc import Sequence

from wirerate.wings.mcu.handshake.config import CLIENT
from wirerate.wings.mcu.handshake.layout.carriage import Carriage, Datagram
from wirerate.wings.mcu.handshake.layout.messages import Said
from wirerate.wings.mcu.handshake.parts import HASHING, MESSAGE_BYTES
from wirerate.wings.mcu.handshake.store import Stored, StoredSide
from wirerate.wings.mcu.handshake.wire import RECORD_HEADER
from wirerate.wings.mcu.timing.trace import Trace, weighted

_BLOCK, _HEADER = 64, 4  # of SHA-256; of a handshake message as it is hashed: RFC 9147 section 5.2
# RFC 8446 section 7: three extractions, two of "derived", six secrets of traffic, exporter and resumption, two keys and
# two values of Finished, key and IV of both ends twice; RFC 9147 section 4.2.3 adds four keys for record numbers.
_HMACS, _HMACS_DATAGRAMS = 3 + 2 + 6 + 4 + 8, 4
_PER_HMAC = 4  # blocks: two pads, one of up to 55 bytes, the inner hash
_SNAPSHOTS = 6  # of the transcript, each ended on its own
_AES = 16


def hashed_blocks(messages: Sequence[Said], by: Carriage) -> int:
    """SHA-256 of either end: the transcript, and the key schedule."""
    transcript = sum(each.body + _HEADER for each in messages if each.handshake)
    hmacs = _HMACS + (_HMACS_DATAGRAMS if by.fragments else 0)
    return -(-transcript // _BLOCK) + _SNAPSHOTS + _PER_HMAC * hmacs


def sealed_blocks(sent: Sequence[Datagram], by: Carriage) -> int:
    """AES of either end: of what it seals and what it opens."""
    inner = (part.bytes - by.sealed + 1 for each in sent for part in each if part.said.sealed)
    return sum(_ccm_blocks(size) + (1 if by.fragments else 0) for size in inner)  # one hides the record's number


def _ccm_blocks(size: int) -> int:
    """Of a record: its number, its header, the tag; and what it carries twice (RFC 3610)."""
    return 3 + 2 * -(-size // _AES)


def hashing(mutual: Stored, one_sided: Stored) -> Trace:
    """A block of SHA-256: what the client's hash takes more where it shows a certificate, by what is said more."""
    traces = (each.sides[CLIENT].operations[HASHING].trace for each in (mutual, one_sided))
    blocks = (_hashed(mutual) - _hashed(one_sided)) / _BLOCK
    return weighted(zip((1 / blocks, -1 / blocks), traces, strict=True))


def _hashed(ran: Stored) -> int:
    """Bytes of messages, with the headers that DTLS 1.2 hashes too."""
    return sum(each.bytes - RECORD_HEADER for each in ran.messages if each.name not in _NOT_HASHED)


_NOT_HASHED = ("ChangeCipherSpec", "Finished")  # the latter is the same in both


def ciphering(side: StoredSide) -> Trace:
    """A block of AES, with its share of CCM."""
    return weighted(((1 / _ccm_blocks(MESSAGE_BYTES), side.sealing.trace),))
