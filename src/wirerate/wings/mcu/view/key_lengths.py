# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Slide 11 of 2015: key lengths that are comparable, with what is recommended today."""

from __future__ import annotations

from wirerate.catalogue.key_lengths import KEY_LENGTHS, THEN
from wirerate.report import html
from wirerate.report.table import Cell, Column, Group, Table, Tone

_STANDING: dict[str, Tone] = {"forbidden": "bad", "legacy": "warn", "recommended": "good"}


def table() -> Table:
    columns = (
        Column("symmetric", ("symmetric",)),
        Column("ECC", ("ecc",)),
        Column("DH/DSA/RSA", ("rsa",)),
        Column("today", ("today", "standing"), numeric=False),
        Column("source", ("source", "verified"), numeric=False),
    )
    rows = tuple(
        (
            Cell(str(row.symmetric), "strong", (row.symmetric,)),
            Cell(str(row.ecc), "", (row.ecc,)),
            Cell(str(row.rsa), "", (row.rsa,)),
            Cell(row.today, _STANDING[row.standing], (row.today, row.standing)),
            Cell(row.source, "dim", (row.source, int(row.verified))),
        )
        for row in KEY_LENGTHS
    )
    return Table("key-lengths", columns, (Group("", rows),), f"Slide 11 of 2015: {THEN}.")


def section() -> str:
    whole = table()
    body = html.scrolled(whole, whole.note, "prose")
    return html.section("key-lengths", "Slide 11", "Which strength is recommended today", body)
