"""`wirerate mcu`: what elliptic curves cost on a microcontroller, without the board."""

from __future__ import annotations

from typing import Any

import click

from wirerate.cli import options, rules
from wirerate.cli.output import Outputs, finish
from wirerate.cli.progress import live
from wirerate.cli.types import BoardType, BudgetType, ChoiceType, ClockType, CurvesType, ListType, WindowsType

_FILE = click.Path()


@click.command("mcu", cls=rules.Command, short_help="What curves cost on a microcontroller.")
@click.argument("board", required=False, type=BoardType(), metavar="[BOARD]")
@click.option("--curve", "curves", type=CurvesType(), help="Curves, nist, koblitz, brainpool, or all.")
@click.option(
    "--op", "operations", type=ListType("operation", "sign", "verify", "ecdh", "ecdhe"), help="Which of them."
)
@click.option("--core", metavar="NAME", help="Instead of a board: cortex-m0, -m0plus, -m3, -m4.")
@click.option("--clock", type=ClockType(), help="Another clock: 48M.")
@click.option("--flash", metavar="FLASH", help="Wait states[:line bytes[:lines]][+prefetch]: 5:16:8.")
@click.option("--level", metavar="LEVEL", help="Compiler level: O0 to O3, Os.  [default: O2]")
@click.option("--window", "windows", type=WindowsType(), help="2 to 7, or a list.")
@click.option("--nist/--no-nist", default=None, help="Reduction for the NIST primes.")
@click.option("--fixed-point/--no-fixed-point", default=None, help="Comb for the base point.")
@click.option("--version", metavar="VERSION", help="Of Mbed TLS: 3.6, 2.28, 2.16, 2.4; or p256-m.")
@click.option("--mbedtls", type=_FILE, metavar="DIR", help="A tree of your own instead.")
@click.option("--config", type=_FILE, metavar="FILE", help="Its configuration.")
@click.option("--measure", is_flag=True, help="Build and run now, even if the result is stored.")
@click.option("--elf", type=_FILE, metavar="FILE", help="A program of your own; with --function.")
@click.option("--function", metavar="NAME", help="The function of it that is timed.")
@click.option("--arguments", metavar="LIST", default="", help="Its arguments: 16,0x20,buffer:64,hex:00ff.")
@click.option("--handshake", is_flag=True, help="DTLS 1.2 (RFC 7925): both ends, messages, RAM.")
@click.option("--library", is_flag=True, help="MD5, HMAC-MD5, UMAC, checksum: cycles per byte.")
@click.option("--budget", type=BudgetType(), help="time=1s,ram=8Ki,flash=40Ki,energy=50mJ.")
@click.option(
    "--for", "purpose", type=ChoiceType("purpose", "sign", "verify", "ecdh", "ecdhe", "handshake"),
    default="sign", show_default=True, help="What the budget is for.",
)  # fmt: skip
@click.option(
    "--security", type=ChoiceType("security", "80", "112", "128"), default="128", show_default=True,
    help="Least bits of security that a budget may propose.",
)  # fmt: skip
@click.option("--grid", is_flag=True, help="Run the slides' whole grid; what is done is kept.")
@click.option("--published", is_flag=True, help="The slides' figures of 2015 beside the model.")
@click.option("-o", "--output", metavar="FILE", help="Write the page there too.")
@options.json
@options.exports
def command(
    json: bool,
    export_json: str | None,
    export_csv: str | None,
    export_markdown: str | None,
    output: str | None,
    security: str,
    **asked: Any,
) -> int:
    """Time, RAM, flash and energy of ECDSA and ECDH on BOARD: the real Mbed TLS,
    built by the real compiler, run on an emulated core whose cycles come from
    its manuals. Every time is a range. Stored results answer at once; what is
    not stored is built and run.

    \b
    Try:  wirerate mcu lpc1768 --curve secp256r1 --op sign,verify
          wirerate mcu nrf52840 --budget time=1s,ram=8Ki,flash=40Ki
          wirerate mcu --core cortex-m4 --clock 120M --flash 5:16:8
          wirerate mcu --published

    \b
    Boards: f401re, f103rb, l152re, f091rc, lpc1768, kl25z, nrf52840, rp2040,
    stm32l476. Emulated time is no evidence of constant time.

    \b
    Exit: 0 answered, fits; 1 nothing fits; 3 cannot tell; 4 a tool is missing
    or the program failed.
    """
    from wirerate.api.firmware.dispatch import mcu_any

    outputs = Outputs(json, export_json, export_csv, export_markdown, output)
    with live("emulating") as progress:
        run = mcu_any(**asked, security=int(security), whole=bool(output), progress=progress)
    return finish(run, outputs)
