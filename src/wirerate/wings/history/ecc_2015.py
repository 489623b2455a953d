# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Slide 11 of 2015: comparable key lengths, with what is recommended today."""

from __future__ import annotations

from wirerate.catalogue import history
from wirerate.catalogue.history import KeyLength
from wirerate.report import columns
from wirerate.report.table import Cell, Filled, Table, Tone, listed

_STANDING: dict[str, Tone] = {"forbidden": "bad", "legacy": "warn", "recommended": "good"}


_KEY_LENGTHS: tuple[Filled[KeyLength], ...] = (
    columns.figure("symmetric", "symmetric", lambda row: row.symmetric, str, "strong"),
    columns.figure("ECC", "ecc", lambda row: row.ecc, str),
    columns.figure("DH/DSA/RSA", "rsa", lambda row: row.rsa, str),
    Filled("today", ("today", "standing"), numeric=False,
           cell=lambda row: Cell(row.today, _STANDING[row.standing], (row.today, row.standing))),
    Filled("source", ("source", "verified"), numeric=False,
           cell=lambda row: Cell(row.source, "dim", (row.source, int(row.verified)))),
)  # fmt: skip


def key_lengths() -> Table:
    found = history.key_lengths()
    return listed("key-lengths", _KEY_LENGTHS, found.row, f"Slide 11 of 2015: {found.then}.")
