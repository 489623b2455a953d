# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Slide 11 of 2015: key lengths that are comparable, with what is recommended today."""

from __future__ import annotations

from wirerate.catalogue.key_lengths import KEY_LENGTHS, THEN, KeyLength
from wirerate.report import columns, html
from wirerate.report.table import Cell, Filled, Table, Tone, listed

_STANDING: dict[str, Tone] = {"forbidden": "bad", "legacy": "warn", "recommended": "good"}


_COLUMNS: tuple[Filled[KeyLength], ...] = (
    columns.figure("symmetric", "symmetric", lambda row: row.symmetric, str, "strong"),
    columns.figure("ECC", "ecc", lambda row: row.ecc, str),
    columns.figure("DH/DSA/RSA", "rsa", lambda row: row.rsa, str),
    Filled("today", ("today", "standing"), numeric=False,
           cell=lambda row: Cell(row.today, _STANDING[row.standing], (row.today, row.standing))),
    Filled("source", ("source", "verified"), numeric=False,
           cell=lambda row: Cell(row.source, "dim", (row.source, int(row.verified)))),
)  # fmt: skip


def table() -> Table:
    return listed("key-lengths", _COLUMNS, KEY_LENGTHS, f"Slide 11 of 2015: {THEN}.")


def section() -> str:
    whole = table()
    body = html.scrolled(whole, whole.note, "prose")
    return html.section("key-lengths", "Slide 11", "Which strength is recommended today", body)
