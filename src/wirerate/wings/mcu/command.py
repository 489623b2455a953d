# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The command `wirerate mcu`: time, memory and energy of cryptography on a microcontroller, without the board."""

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

# ---- types of options and arguments ----


class ClockType(WordType):
    """A clock in Hz, written like 84M."""

    name = "clock"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        from wirerate.links import parse_clock

        return value if isinstance(value, float) else parse_clock(value)


class BoardType(WordType):
    """A board, by any of its names."""

    name = "board"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        from wirerate.catalogue.boards import board

        return board(value).name

    def words(self) -> tuple[str, ...]:
        from wirerate.catalogue.boards import BOARDS

        return tuple(BOARDS)


class CurvesType(WordType):
    """A list of curves by name or family (nist, koblitz, brainpool), or all."""

    many = True
    name = "curves"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[str, ...]:
        from wirerate.catalogue.curves import curves

        return value if isinstance(value, tuple) else tuple(curve.name for curve in curves(value.split(",")))

    def words(self) -> tuple[str, ...]:
        from wirerate.catalogue.curves import CURVES, FAMILIES

        return (*CURVES, *FAMILIES, "all")


class OperationsType(WordType):
    """A list of curve operations, schemes, hashes and ciphers: sign,verify,ml-kem-768,ml-dsa-44@pqclean,sha-256."""

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

        by_code = (f"{scheme}@{name}" for name, code in IMPLEMENTATIONS.items() for scheme in code.schemes)
        return (*OPERATIONS, *SCHEMES, *HYBRIDS, *SYMMETRIC, *by_code)


class LimitsType(BoardType):
    """Limits like time=1s,ram=8Ki,flash=40Ki,energy=50mJ, or a board."""

    name = "limits"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        from wirerate.wings.mcu.budget import RESOURCES, parse_budget

        if isinstance(value, dict):
            return value
        limits = "=" in value or value in RESOURCES
        return parse_budget(value) if limits else super().convert(value, param, ctx)


# ---- options of several commands ----

_FILE = click.Path()
_board = click.argument("board", required=False, type=BoardType(), metavar="[BOARD]")
_curve = click.option(
    "--curve", "curves", type=CurvesType(), help="Names, nist, koblitz, brainpool or all.  [default: secp256r1]"
)
_version = click.option(
    "--version", type=NameType("version of Mbed TLS", lambda: _versions()), metavar="VERSION",
    help="Mbed TLS version, or p256-m.  [default: 3.6]",
)  # fmt: skip
_tree = click.option("--mbedtls", type=_FILE, metavar="DIR", help="Your own source tree of Mbed TLS.")
_quantum = click.option(
    "--quantum", type=ChoiceType("kind", "classical", "hybrid", "safe"), metavar="KIND",
    help="classical, hybrid or safe (post-quantum).",
)  # fmt: skip
_measure = click.option("--measure", is_flag=True, help="Build and run now; use no stored result.")


def _combine(*decorators: Callable[[F], F]) -> Callable[[F], F]:
    def decorated(function: F) -> F:
        for decorator in reversed(decorators):
            function = decorator(function)
        return function

    return decorated


def _versions() -> tuple[str, ...]:
    from wirerate.catalogue.libraries import P256M, VERSIONS

    return (*VERSIONS, P256M)


_place = _combine(
    click.option("--board", "own_board", type=_FILE, metavar="FILE", help="Your own board, described in TOML."),
    click.option("--core", metavar="NAME", help="One of: cortex-m0, -m0plus, -m3, -m4, -m33."),
    click.option("--clock", type=ClockType(), help="Clock: 48M.  [default: the board's]"),
    click.option("--flash", metavar="FLASH", help="WAITS:LINE_BYTES:LINES[+prefetch]: 5:16:8."),
)
_level = click.option("--level", metavar="LEVEL", help="Compiler: O0 to O3 or Os.  [default: O2]")
_settings = _combine(
    click.option(
        "--window",
        "windows",
        type=NumbersType("windows", "window", "4 or 2,4,6"),
        help="Window size, 2 to 7, or a list.",
    ),
    click.option("--nist/--no-nist", default=None, help="Fast reduction for the NIST primes."),
    click.option("--fixed-point/--no-fixed-point", default=None, help="Precomputed comb for the base point."),
)


@click.command("mcu", cls=Family)
@click.argument("board", cls=FirstWord, required=False, type=BoardType(), metavar="[BOARD]")
@_curve
@click.option("--op", "operations", type=OperationsType(), help="sign, verify, ecdh, ml-kem-768, sha-256, …")
@_place
@_level
@_settings
@_version
@_tree
@click.option("--config", type=_FILE, metavar="FILE", help="Its configuration.  [default: its own]")
@click.option(
    "--allocator", type=ChoiceType("allocator", "libc", "buffer", "buffer-verify"), metavar="NAME",
    help="libc (default), buffer or buffer-verify.",
)  # fmt: skip
@_measure
@options.page
@options.outputs
@options.explain
def command(outputs: Outputs, **fields: Any) -> int:
    """\b
    Show time, RAM, flash and energy of curves, post-quantum schemes and
    ciphers on BOARD, by emulating the real code. Stored results appear at once.
    Try:  wirerate mcu rp2040 --op ml-kem-768,ml-dsa-44
    Exit: 0 answered, 4 a tool is missing or the program failed.
    """
    from wirerate.wings.mcu.operations import mcu

    return _answer(mcu, outputs, whole=bool(outputs.page), **fields)


@command.command("budget", short_help="Find what fits limits of time, RAM, flash, energy.")
@click.argument("words", nargs=-1, type=LimitsType(), metavar="[BOARD] LIMITS")
@click.option(
    "--for", "purpose", type=ChoiceType("purpose", "sign", "verify", "ecdh", "ecdhe", "kem", "signature", "handshake"),
    help="What the configuration is for.  [default: sign]",
)  # fmt: skip
@click.option(
    "--security", type=ChoiceType("security", "80", "112", "128"),
    help="Minimum strength in bits.  [default: 128]",
)  # fmt: skip
@_quantum
@_curve
@_place
@_level
@_settings
@_version
@options.page
@options.outputs
@options.explain
def budget(words: Sequence[str | dict[str, float]], outputs: Outputs, security: str | None, **fields: Any) -> int:
    """Find the cheapest configuration that fits LIMITS on BOARD; --explain
    adds its lines for mbedtls_config.h and all Pareto-optimal choices.

    \b
    Limits: any of time=1s,ram=8Ki,flash=40Ki,energy=50mJ,wire=4Ki.
    Try:    wirerate mcu budget nrf52840 time=1s,ram=16Ki --for kem --quantum safe

    Exit: 0 something fits, 1 nothing does, 3 undecided.
    """
    from wirerate.wings.mcu.budget import mcu_budget

    board, limits = _board_and_limits(words)
    if not (board or fields["core"] or fields["own_board"]):
        raise UsageError("no board and no core is named", fix=_BUDGET)
    bits = int(security) if security else None
    return finish(mcu_budget(limits, **options.named({"board": board, "security": bits} | fields)), outputs)


_BUDGET = "type: wirerate mcu budget lpc1768 time=1s,ram=8Ki"


def _board_and_limits(words: Sequence[str | dict[str, float]]) -> tuple[str | None, dict[str, float]]:
    """Return the board, None if --core is used instead, and the limits; they may be typed in either order."""
    boards = [word for word in words if isinstance(word, str)]
    limits = [word for word in words if not isinstance(word, str)]
    if len(limits) != 1 or len(boards) > 1:
        raise UsageError(
            "a budget needs limits" if not limits else "a budget takes one board and one list of limits", fix=_BUDGET
        )
    return next(iter(boards), None), limits[0]


@command.command("handshake", short_help="Show DTLS handshakes: today's, hybrid, post-quantum.")
@_board
@_quantum
@click.option(
    "--protocol",
    type=ChoiceType("protocol", "dtls-1.3", "tls-1.3"),
    help="Protocol of the estimate.  [default: dtls-1.3]",
)
@click.option(
    "--of", "whose", type=ChoiceType("library", "wolfssl"), help="Use a handshake run end to end by this library (GPL)."
)
@_place
@_level
@_version
@_tree
@_measure
@options.page
@options.outputs
@options.explain
def handshake(outputs: Outputs, **fields: Any) -> int:
    """Show time, RAM, flash, energy and bytes of DTLS 1.2 handshakes with
    RFC 7925's suites, both ends on BOARD. With --quantum, compare today's
    handshake with DTLS 1.3, estimated from measured operations or, with
    --of wolfssl, run end to end.

    \b
    Try:  wirerate mcu handshake nrf52840 --quantum safe --of wolfssl

    Exit: 0 answered, 4 a tool is missing or the program failed.
    """
    from wirerate.wings.mcu.handshakes import mcu_handshake

    return _answer(mcu_handshake, outputs, **fields)


@command.command("library", short_help="Build and time MACs, hashes and ciphers.")
@_board
@click.option(
    "--of",
    "whose",
    type=ChoiceType("library", "wirerate", "mbedtls"),
    help="Project whose code to build.  [default: wirerate]",
)
@_place
@_level
@options.page
@options.outputs
@options.explain
def library(outputs: Outputs, **fields: Any) -> int:
    """Build and run wirerate's MD5, HMAC-MD5, UMAC and Internet checksum for
    BOARD, or Mbed TLS's SHA-256, SHA3-256, HMAC, AES-CCM, AES-GCM and
    ChaCha20-Poly1305, and show cycles per byte and per message.

    Exit: 0 answered, 4 a tool is missing.
    """
    from wirerate.wings.mcu.library import mcu_library

    return _answer(mcu_library, outputs, **fields)


@command.command("function", short_help="Time a function of your own program.")
@_board
@click.option("--elf", type=_FILE, metavar="FILE", required=True, help="Your linked program.")
@click.option("--function", metavar="NAME", required=True, help="The function to time.")
@click.option("--arguments", metavar="LIST", help="Its arguments: 16,0x20,key=buffer:64,hex:00ff,key.")
@click.option("--before", multiple=True, metavar="CALL", help="A call to make first, 'keypair(key)'; repeatable.")
@click.option("--repeat", type=click.IntRange(min=1), metavar="N", help="Number of calls; adds percentiles.")
@click.option("--seed", metavar="NAME", help="A variable to fill with new bytes before each call.")
@_place
@options.page
@options.outputs
@options.explain
def function(outputs: Outputs, **fields: Any) -> int:
    """Call any Thumb function of a program in an emulated BOARD and count
    its cycles.

    \b
    Try:  wirerate mcu function lpc1768 --elf firmware.elf \\
              --function md5_compress --arguments buffer:16,hex:00ff

    Exit: 0 answered, 4 the program failed.
    """
    from wirerate.wings.mcu.function import mcu_function

    return finish(mcu_function(**options.named(fields)), outputs)


@command.command("grid", short_help="Run all curves, options and levels, and store the results.")
@_version
@options.page
@options.outputs
@options.explain
def grid(outputs: Outputs, **fields: Any) -> int:
    """Run all curves, options, levels and cores that are not stored yet, on all
    processors. This takes hours; an interrupted grid continues when it is run
    again.

    Exit: 0 done, 4 a tool is missing, 130 interrupted.
    """
    from wirerate.wings.mcu.operations import mcu_grid

    return _answer(mcu_grid, outputs, **fields)


@command.command("boards", short_help="List boards with core, clock, RAM and flash.")
@rules.excludes("--template", "--json", "--export-json", "--export-csv", "--export-markdown")
@click.option("--template", is_flag=True, help="Print a TOML file to describe your own board.")
@options.outputs
def boards(outputs: Outputs, template: bool) -> int:
    """List the boards. BOARD can be the listed name, the maker's name or the microcontroller's.

    \b
    To describe your own board:
            wirerate mcu boards --template > board.toml
            wirerate mcu --board board.toml
    """
    if template:
        from wirerate.catalogue.boards import board_template

        click.echo(board_template(), nl=False)
        return EXIT_OK
    from wirerate.wings.mcu.boards import mcu_boards

    return finish(mcu_boards(), outputs)


def _answer(question: Callable[..., Any], outputs: Outputs, **fields: Any) -> int:
    with live("emulating") as progress:
        run = question(**options.named(fields), progress=progress)
    return finish(run, outputs)
