# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What options and arguments of `mcu` accept: boards, clocks, curves and limits."""

from __future__ import annotations

from typing import Any

import click

from wirerate.cli.types import WordType


class ClockType(WordType):
    """A clock in Hz: 84M."""

    name = "clock"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        from wirerate.links import parse_clock

        return value if isinstance(value, float) else parse_clock(value)


class BoardType(WordType):
    """A board's name, kept as typed: the catalogue knows others for it."""

    name = "board"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        from wirerate.catalogue.boards import board

        return board(value).name

    def words(self) -> tuple[str, ...]:
        from wirerate.catalogue.boards import BOARDS

        return tuple(BOARDS)


class BoardFileType(WordType):
    """A file with a board of the reader's, which is known by its name from then on."""

    name = "file"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        from wirerate.catalogue.boards import own_board
        from wirerate.wings.mcu.target import CORES

        return own_board(value, tuple(CORES)).name


class CurvesType(WordType):
    """Curves by name, by family (nist, koblitz, brainpool), or all."""

    many = True
    name = "curves"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[str, ...]:
        from wirerate.catalogue.curves import curves

        return value if isinstance(value, tuple) else tuple(curve.name for curve in curves(value.split(",")))

    def words(self) -> tuple[str, ...]:
        from wirerate.catalogue.curves import CURVES, FAMILIES

        return (*CURVES, *FAMILIES, "all")


class OperationsType(WordType):
    """Operations on curves, schemes and ciphers by name: sign,verify,ml-kem-768,ml-dsa-44@pqclean,sha-256; each
    once."""

    many = True
    name = "operations"

    def get_metavar(self, param: click.Parameter, ctx: click.Context) -> str:
        return "LIST"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[str, ...]:
        from wirerate.wings.mcu.questions import parse_operations

        if isinstance(value, tuple):
            return value
        words = tuple(dict.fromkeys(word.strip() for word in value.split(",")))
        parse_operations(words)
        return words

    def words(self) -> tuple[str, ...]:
        from wirerate.catalogue.curves import OPERATIONS
        from wirerate.catalogue.schemes import HYBRIDS, IMPLEMENTATIONS, SCHEMES, SYMMETRIC

        named = (f"{scheme}@{name}" for name, each in IMPLEMENTATIONS.items() for scheme in each.schemes)
        return (*OPERATIONS, *SCHEMES, *HYBRIDS, *SYMMETRIC, *named)


class LimitsType(BoardType):
    """time=1s,ram=8Ki,flash=40Ki,energy=50mJ; or the board that they are for."""

    name = "limits"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        from wirerate.wings.mcu.verdict.budget import RESOURCES, parse_budget

        if isinstance(value, dict):
            return value
        limits = "=" in value or value in RESOURCES
        return parse_budget(value) if limits else super().convert(value, param, ctx)
