# SPDX-License-Identifier: Apache-2.0 OR MIT
"""`wirerate mcu`: what elliptic curves cost on a microcontroller, without the board."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import click

from wirerate.cli import options, rules
from wirerate.cli.groups import Family, FirstWord
from wirerate.cli.output import Outputs, finish, live
from wirerate.cli.types import ChoiceType, NameType, NumbersType, WordType
from wirerate.errors import EXIT_OK, UsageError

F = TypeVar("F", bound=Callable[..., Any])

# ---- what options and arguments accept ----


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
        from wirerate.wings.mcu.budget import RESOURCES, parse_budget

        if isinstance(value, dict):
            return value
        limits = "=" in value or value in RESOURCES
        return parse_budget(value) if limits else super().convert(value, param, ctx)


# ---- options that several commands have ----

_FILE = click.Path()
_board = click.argument("board", required=False, type=BoardType(), metavar="[BOARD]")
_curve = click.option("--curve", "curves", type=CurvesType(), help="Curves, nist, koblitz, brainpool, or all.")
_version = click.option(
    "--version", type=NameType("version of Mbed TLS", lambda: _versions()), metavar="VERSION",
    help="Of Mbed TLS: 3.6, 2.28, 2.16, 2.4, p256-m.",
)  # fmt: skip
_tree = click.option("--mbedtls", type=_FILE, metavar="DIR", help="A tree of Mbed TLS of your own instead.")
_quantum = click.option(
    "--quantum", type=ChoiceType("kind", "classical", "hybrid", "safe"), metavar="KIND",
    help="classical, hybrid or safe (post-quantum).",
)  # fmt: skip
_measure = click.option("--measure", is_flag=True, help="Build and run now, even if it is stored.")


def _together(*decorators: Callable[[F], F]) -> Callable[[F], F]:
    def decorated(function: F) -> F:
        for each in reversed(decorators):
            function = each(function)
        return function

    return decorated


def _versions() -> tuple[str, ...]:
    from wirerate.catalogue.libraries import P256M, VERSIONS

    return (*VERSIONS, P256M)


_place = _together(
    click.option("--board", "own_board", type=_FILE, metavar="FILE", help="A board of your own, as TOML."),
    click.option("--core", metavar="NAME", help="One of: cortex-m0, -m0plus, -m3, -m4, -m33."),
    click.option("--clock", type=ClockType(), help="Another clock: 48M."),
    click.option("--flash", metavar="FLASH", help="Wait states:line:lines[+prefetch]: 5:16:8."),
)
_level = click.option("--level", metavar="LEVEL", help="Compiler level: O0 to O3, Os.  [default: O2]")
_settings = _together(
    click.option("--window", "windows", type=NumbersType("windows", "window", "4 or 2,4,6"), help="2 to 7, or a list."),
    click.option("--nist/--no-nist", default=None, help="Reduction for the NIST primes."),
    click.option("--fixed-point/--no-fixed-point", default=None, help="Comb for the base point."),
)


@click.command("mcu", cls=Family)
@click.argument("board", cls=FirstWord, required=False, type=BoardType(), metavar="[BOARD]")
@_curve
@click.option("--op", "operations", type=OperationsType(), help="Of sign, verify, ecdh, ecdhe; ml-kem-768, sha-256, …")
@_place
@_level
@_settings
@_version
@_tree
@click.option("--config", type=_FILE, metavar="FILE", help="Its configuration.  [default: the tree's]")
@click.option(
    "--allocator", type=ChoiceType("allocator", "libc", "buffer", "buffer-verify"), metavar="WHOSE",
    help="libc (as without), buffer or buffer-verify.",
)  # fmt: skip
@_measure
@options.page
@options.outputs
def command(outputs: Outputs, **asked: Any) -> int:
    """\b
    Time (a range), RAM, flash and energy of curves, post-quantum schemes and
    ciphers on BOARD: the real code, emulated. What is stored answers at once.
    Try:  wirerate mcu rp2040 --op ml-kem-768,ml-dsa-44
    Exit: 0 answered, 4 a tool is missing or the program failed.
    """
    from wirerate.wings.mcu.operations import mcu

    return _answered(mcu, outputs, whole=bool(outputs.page), **asked)


@command.command("budget", short_help="What fits limits of time, RAM, flash, energy.")
@click.argument("words", nargs=-1, type=LimitsType(), metavar="[BOARD] LIMITS")
@click.option(
    "--for", "purpose", type=ChoiceType("purpose", "sign", "verify", "ecdh", "ecdhe", "kem", "signature", "handshake"),
    help="What they are for.  [default: sign]",
)  # fmt: skip
@click.option(
    "--security", type=ChoiceType("security", "80", "112", "128"),
    help="Least bits of it that may be proposed.  [default: 128]",
)  # fmt: skip
@_quantum
@_curve
@_place
@_level
@_settings
@_version
@options.page
@options.outputs
def budget(words: Sequence[str | dict[str, float]], outputs: Outputs, security: str | None, **asked: Any) -> int:
    """The cheapest configuration that fits LIMITS on BOARD, as lines for
    mbedtls_config.h, and those that nothing beats in everything.

    \b
    Limits: any of time=1s,ram=8Ki,flash=40Ki,energy=50mJ,wire=4Ki.
    Try:    wirerate mcu budget nrf52840 time=1s,ram=16Ki --for kem --quantum safe

    Exit: 0 something fits, 1 nothing does, 3 cannot tell.
    """
    from wirerate.wings.mcu.budget import mcu_budget

    board, limits = _board_and_limits(words)
    if not (board or asked["core"] or asked["own_board"]):
        raise UsageError("no board and no core is named", fix=_BUDGET)
    bits = int(security) if security else None
    return finish(mcu_budget(limits, **options.named({"board": board, "security": bits} | asked)), outputs)


_BUDGET = "type: wirerate mcu budget lpc1768 time=1s,ram=8Ki"


def _board_and_limits(words: Sequence[str | dict[str, float]]) -> tuple[str | None, dict[str, float]]:
    """In either order; without a board there is --core."""
    boards = [word for word in words if isinstance(word, str)]
    limits = [word for word in words if not isinstance(word, str)]
    if len(limits) != 1 or len(boards) > 1:
        what = "no limits are named" if not limits else "one board and one list of limits are asked for at a time"
        raise UsageError(what, fix=_BUDGET)
    return next(iter(boards), None), limits[0]


@command.command("handshake", short_help="DTLS both ends: today's, hybrid, post-quantum.")
@_board
@_quantum
@click.option(
    "--protocol", type=ChoiceType("protocol", "dtls-1.3", "tls-1.3"), help="Composed for.  [default: dtls-1.3]"
)
@click.option("--of", "whose", type=ChoiceType("library", "wolfssl"), help="Run it whole, by this library (GPL).")
@_place
@_level
@_version
@_tree
@_measure
@options.page
@options.outputs
def handshake(outputs: Outputs, **asked: Any) -> int:
    """DTLS 1.2 handshakes with RFC 7925's suites, both ends run on BOARD: time,
    RAM with record buffers, flash, energy, every message's bytes.
    --quantum composes DTLS 1.3 of measured operations, beside today's; with --of
    wolfssl both ends run it whole.

    \b
    Try:  wirerate mcu handshake nrf52840 --quantum safe --of wolfssl

    Exit: 0 answered, 4 a tool is missing or the program failed.
    """
    from wirerate.wings.mcu.handshakes import mcu_handshake

    return _answered(mcu_handshake, outputs, **asked)


@command.command("library", short_help="MACs, hashes, ciphers: cycles per byte.")
@_board
@click.option("--of", "whose", type=ChoiceType("library", "wirerate", "mbedtls"), help="Whose.  [default: wirerate]")
@_place
@_level
@options.page
@options.outputs
def library(outputs: Outputs, **asked: Any) -> int:
    """This project's own MD5, HMAC-MD5, UMAC and Internet checksum on BOARD, or
    Mbed TLS's SHA-256, SHA3-256, HMAC, AES-CCM, AES-GCM, ChaCha20-Poly1305:
    cycles per byte and per message or record. They are built and run now.

    Exit: 0 answered, 4 a tool is missing.
    """
    from wirerate.wings.mcu.library import mcu_library

    return _answered(mcu_library, outputs, **asked)


@command.command("function", short_help="A function of a program of your own.")
@_board
@click.option("--elf", type=_FILE, metavar="FILE", required=True, help="A linked program.")
@click.option("--function", metavar="NAME", required=True, help="The function of it that is timed.")
@click.option("--arguments", metavar="LIST", help="Its arguments: 16,0x20,key=buffer:64,hex:00ff,key.")
@click.option("--before", multiple=True, metavar="CALL", help="A call before it, 'keypair(key)'; repeatable.")
@click.option("--repeat", type=click.IntRange(min=1), metavar="N", help="Call it so often; the spread is told.")
@click.option("--seed", metavar="NAME", help="A variable filled anew before each call: its randomness.")
@_place
@options.page
@options.outputs
def function(outputs: Outputs, **asked: Any) -> int:
    """Cycles of any Thumb function, called in an emulated BOARD.

    \b
    Try:  wirerate mcu function lpc1768 --elf firmware.elf \\
              --function md5_compress --arguments buffer:16,hex:00ff

    Exit: 0 answered, 4 the program failed.
    """
    from wirerate.wings.mcu.function import mcu_function

    return finish(mcu_function(**options.named(asked)), outputs)


@command.command("grid", short_help="Run the slides' whole grid; what is done is kept.")
@_version
@options.page
@options.outputs
def grid(outputs: Outputs, **asked: Any) -> int:
    """What is missing of the grid that the slides of 2015 span, run on all
    processors, hours. Interrupted, it goes on when it is run again.

    Exit: 0 done, 4 a tool is missing, 130 interrupted.
    """
    from wirerate.wings.mcu.operations import mcu_grid

    return _answered(mcu_grid, outputs, **asked)


@command.command("boards", short_help="The boards, with core, clock, RAM and flash.")
@rules.excludes("--template", "--json", "--export-json", "--export-csv", "--export-markdown")
@click.option("--template", is_flag=True, help="Print a file for a board of your own.")
@options.outputs
def boards(outputs: Outputs, template: bool) -> int:
    """The boards that BOARD can be, by these names, their makers' or their parts'.

    \b
    Yours:  wirerate mcu boards --template > board.toml
            wirerate mcu --board board.toml
    """
    if template:
        from wirerate.catalogue.boards import board_template

        click.echo(board_template(), nl=False)
        return EXIT_OK
    from wirerate.wings.mcu.boards import mcu_boards

    return finish(mcu_boards(), outputs)


def _answered(question: Callable[..., Any], outputs: Outputs, **asked: Any) -> int:
    with live("emulating") as progress:
        run = question(**options.named(asked), progress=progress)
    return finish(run, outputs)
