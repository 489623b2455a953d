"""`wirerate ssh`: what holds a connection back, and which cipher and MAC it should have."""

from __future__ import annotations

import click

from wirerate.cli import options, rules
from wirerate.cli.output import Outputs, finish
from wirerate.cli.progress import live
from wirerate.cli.types import SizesType
from wirerate.errors import UsageError


@click.command("ssh", cls=rules.Command, short_help="Which cipher and MAC between two hosts.")
@click.argument("host", required=False)
@click.option("--mill", is_flag=True, help="Packets in one process instead: what keeping the keyed state is worth.")
@click.option("--rounds", type=click.IntRange(min=1), metavar="N", help="Rounds, whatever time they take.")
@click.option("--size", type=SizesType(), help="Bytes of one transfer: 512Mi. With --mill: payloads, up to 32Ki.")
@click.option("--ciphers", metavar="LIST", default="", help="Only these ciphers: aes128-gcm,aes256-ctr.")
@click.option("--macs", metavar="LIST", default="", help="Only these MACs: umac-64-etm,hmac-sha2-256-etm.")
@click.option("--etm", is_flag=True, help="With --mill: encrypt-then-MAC.")
@click.option("--file", metavar="FILE", help="Send this file instead of zeros from memory.")
@options.link
@options.time
@click.option("-o", "--output", metavar="FILE", help="Write the page there too.")
@options.json
@options.exports
def command(
    host: str | None,
    mill: bool,
    rounds: int | None,
    size: tuple[int, ...] | None,
    ciphers: str,
    macs: str,
    etm: bool,
    file: str | None,
    link: tuple[str, ...] | None,
    time: float | None,
    output: str | None,
    json: bool,
    export_json: str | None,
    export_csv: str | None,
    export_markdown: str | None,
) -> int:
    """Transfers to HOST with your own ssh, or to a private sshd on this machine,
    in shuffled rounds: the bottleneck, a ranked table, and a Host block.

    At most two minutes and 8 GiB; --rounds 20 --size 512Mi is the protocol of
    2007. The host needs a key that works without a password, and a shell.

    \b
    Exit: 0 answered, 1 falls short of --link, 3 cannot tell, 4 the host or a
    tool is missing or failed.
    """
    outputs = Outputs(json, export_json, export_csv, export_markdown, output)
    if mill:
        return _mill(host, ciphers, macs, etm, size or (), time, outputs)
    from wirerate import api

    if size and len(size) > 1:
        raise UsageError("a transfer has one size", fix="type --size 512Mi")
    if time or etm:
        raise UsageError(
            f"{'--time' if time else '--etm'} is for --mill", fix="type --rounds, or --macs with -etm names"
        )
    _announce(host, rounds, size)
    with live("transferring") as progress:
        run = api.ssh(
            host,
            ciphers=ciphers,
            macs=macs,
            rounds=rounds,
            size=size[0] if size else None,
            file=file,
            links=link or (),
            progress=progress,
        )
    return finish(run, outputs)


def _announce(host: str | None, rounds: int | None, size: tuple[int, ...] | None) -> None:
    """What will be used, before it is."""
    from wirerate.lab.ssh.measure import MOST_CELLS
    from wirerate.lab.ssh.plan import LARGEST, ROUNDS
    from wirerate.report import numbers

    where = f"to {host}" if host else "to a private sshd on 127.0.0.1, stopped afterwards"
    much = "at most 2 minutes and 8 GiB"
    if rounds or size:
        each = numbers.size(size[0]) if size else f"up to {numbers.size(LARGEST)}"
        turns = rounds or f"up to {ROUNDS}"
        much = f"{turns} rounds of up to {MOST_CELLS} transfers of {each}, without a limit of time"
    click.echo(f"wirerate ssh: transfers {where}: {much}", err=True)


def _mill(
    host: str | None,
    ciphers: str,
    macs: str,
    etm: bool,
    payloads: tuple[int, ...],
    time: float | None,
    outputs: Outputs,
) -> int:
    from wirerate import api

    if host:
        raise UsageError("the mill runs in one process and has no host", fix="leave out --mill, or the host")
    if "," in ciphers:
        raise UsageError("the mill takes one cipher at a time", fix="type --ciphers aes128-ctr")
    with live("milling packets") as progress:
        run = api.mill(
            [name for name in macs.split(",") if name],
            cipher=ciphers or "arcfour",
            etm=etm,
            payloads=payloads,
            time=time,
            progress=progress,
        )
    return finish(run, outputs)
