# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The command line of `wirerate ah`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from wirerate.authenticators.ah_algorithms import AH_ALGORITHMS
from wirerate.cli import options, rules
from wirerate.cli.groups import Family
from wirerate.cli.output import Outputs, finish, live
from wirerate.cli.types import ChoiceType, ListType, NumberType
from wirerate.errors import EXIT_NO, EXIT_OK, UsageError

if TYPE_CHECKING:
    from wirerate.authenticators.ah import SecurityAssociation
    from wirerate.wings.ah.captures import Answer

F = TypeVar("F", bound=Callable[..., Any])

_ALGORITHM = ChoiceType("AH algorithm", *AH_ALGORITHMS)
_algorithm = click.option("--algorithm", type=_ALGORITHM, metavar="NAME", default="hmac-sha2-256-128",
                          show_default=True, help="keyed-md5, hmac-md5-96, ...")  # fmt: skip
_json = click.option("-J", "--json", is_flag=True, help="Print JSON Lines: an object per packet, then a summary.")


def _of_4302(option: str) -> Callable[[F], F]:
    return rules.refuses(option, when=lambda values: values["generation"] == "1826",
                         because="RFC 1826 has no sequence numbers")  # fmt: skip


@click.command("ah", cls=Family)
@click.pass_context
def command(ctx: click.Context) -> None:
    """Sign and verify IPv6 packets with the Authentication Header (AH).

    RFC 8221 forbids MD5 in AH; wirerate offers it to reproduce RFC 1810.
    """
    click.echo(ctx.get_help())


def _association(decorated: F) -> F:
    """Add the options of a security association."""
    for option in reversed(
        (
            click.option("--spi", type=NumberType(), required=True, help="Security Parameters Index: 4096 or 0x1000."),
            click.option("--key-file", metavar="FILE", required=True, help="A file with the key in hex digits."),
            _algorithm,
            click.option("--generation", type=ChoiceType("generation", "4302", "1826"), default="4302",
                         show_default=True, help="The RFC of the packet format."),
            click.option("--tunnel", metavar="SRC,DST", help="Use tunnel mode between these IPv6 addresses."),
            click.option("--esn", is_flag=True, help="Use extended (64-bit) sequence numbers."),
            _of_4302("--sequence"),
            _of_4302("--esn"),
            click.option("--sequence", type=NumberType(), default=0, metavar="N", help="Last sequence number used."),
        )
    ):  # fmt: skip
        decorated = option(decorated)
    return decorated


@command.command("sign")
@click.argument("capture", metavar="IN.pcap")
@click.option("-o", "--output", metavar="FILE", required=True, help="Write the signed packets to this pcap file.")
@_association
@_json
def sign(capture: str, output: str, json: bool, **parameters: Any) -> int:
    """Add AH to every IPv6 packet of a capture.

    \b
    Exit: 0 all signed, 1 some refused (with reasons), 2 usage.
    """
    association = _make_association(parameters, sender=True)
    return _process(capture, output, association.sign, json, parameters["algorithm"], done="signed")


@command.command("verify")
@click.argument("capture", metavar="IN.pcap")
@click.option("-o", "--output", metavar="FILE", help="Write the verified packets, without AH, to this pcap file.")
@_association
@_of_4302("--window")
@click.option(
    "--window",
    type=click.IntRange(min=0),
    metavar="N",
    help="Size of the anti-replay window; 0 for none.  [default: 64]",
)
@click.option("--cover-fragment", is_flag=True, help="Include a fragment header in the ICV, as Linux does.")
@_json
def verify(capture: str, output: str | None, json: bool, **parameters: Any) -> int:
    """Verify every IPv6 packet of a capture.

    \b
    Exit: 0 all verified, 1 some refused (with reasons), 2 usage.
    """
    association = _make_association(parameters, sender=False)
    return _process(capture, output, association.verify, json, parameters["algorithm"], done="verified")


@command.command("speed")
@click.argument("algorithms", nargs=-1, type=_ALGORITHM, metavar="[ALGORITHM]...")
@options.link
@options.packet
@click.option(
    "--cache",
    "caches",
    type=ListType("cache", "warm", "llc", "cold"),
    help="Where packets are read from: near caches (warm), last-level cache (llc) or memory (cold); or a list.",
)
@options.policy
@options.time
@options.threads
@options.affinity
@options.kernel
@options.page
@options.outputs
@options.explain
def speed(outputs: Outputs, **parameters: Any) -> int:
    """Measure whether AH keeps up with a link, signing and verifying packets.

    \b
    Exit: 0 keeps up or tight, 1 falls short or must not be used, 3 undecided.
    """
    from wirerate.wings.ah.speed import ah_speed

    with live("signing and verifying") as progress:
        run = ah_speed(**options.named(parameters), progress=progress)
    return finish(run, outputs)


@command.command("demo", short_help="Run TCP and UDP through AH between two namespaces.")
@_algorithm
@options.time
def demo(algorithm: str, time: float | None) -> int:
    """Run TCP and UDP between two network namespaces, with AH on every packet.

    This shows that AH works, not how fast it is. It needs root and iperf3.

    \b
    Exit: 0 AH behaved as RFC 4302 requires, 1 it did not, 4 something is missing.
    """
    from wirerate.wings.ah.demo import demonstrate

    outcome = demonstrate(algorithm, time or 2.0)
    click.echo("functional demonstration, not a measurement: every packet passes through Python")
    for protocol, mbps in outcome.mbps.items():
        click.echo(f"{protocol} by iperf3: {mbps:.1f} Mbit/s")
    click.echo(
        f"{outcome.sent} packets signed and sent; {outcome.forged} forged and {outcome.replayed} replayed ones added; "
        f"{outcome.swapped} pairs swapped"
    )
    for reason, times in outcome.reasons.most_common():
        click.echo(f"{times:>8}  {reason}")
    _warn(algorithm)
    return EXIT_OK if outcome.right else EXIT_NO


def _make_association(parameters: dict[str, Any], *, sender: bool) -> SecurityAssociation:
    from wirerate.authenticators.ah import Mac, SecurityAssociation

    association = SecurityAssociation(
        parameters["spi"],
        Mac(parameters["algorithm"], _key(parameters["key_file"])),
        generation=parameters["generation"],
        window=0 if sender and not parameters["esn"] else parameters.get("window"),
        esn=parameters["esn"],
        tunnel=_ends(parameters["tunnel"]),
        cover_fragment=parameters.get("cover_fragment", False),
        sequence=parameters["sequence"],
    )
    association.highest = parameters["sequence"]
    return association


def _key(path: str) -> bytes:
    try:
        text = Path(path).read_bytes()
    except OSError as error:
        raise UsageError(f"cannot read {path}: {error.strerror}", fix="name a file with the key") from error
    try:
        return bytes.fromhex("".join(text.decode("ascii").split()).removeprefix("0x"))
    except ValueError as error:
        raise UsageError(
            f"{path} contains characters that are not hex digits", fix=f"convert the key: xxd -p -c 256 KEY > {path}"
        ) from error


def _ends(text: str | None) -> tuple[str, str] | None:
    from ipaddress import IPv6Address

    if text is None:
        return None
    source, _, destination = text.partition(",")
    try:
        return str(IPv6Address(source)), str(IPv6Address(destination))
    except ValueError as error:
        raise UsageError(f"{text!r} is not a pair of IPv6 addresses", fix="type --tunnel fd00::1,fd00::2") from error


def _process(capture: str, output: str | None, operation: Any, json: bool, algorithm: str, *, done: str) -> int:
    """Sign or verify a capture, print a line per packet and a summary, and return the exit status."""
    from wirerate.wings.ah.captures import read, replay, write

    reasons: Counter[str] = Counter()
    packets: list[tuple[float, bytes]] = []
    for captured, result in _print_results(replay(read(capture), operation), json, verbose=not output):
        reasons[result.reason] += 1
        if output and result.packet is not None:
            packets.append((captured.time, result.packet))
    if output:
        write(output, packets)
    _sum_up(reasons, json, done)
    _warn(algorithm)
    return EXIT_OK if set(reasons) <= {"ok"} else EXIT_NO


def _print_results(answers: Iterator[Answer], json: bool, *, verbose: bool) -> Iterator[Answer]:
    """Yield the results unchanged and print a line or JSON object for each packet; without `verbose`, print lines only
    for refused packets."""
    from wirerate.records.lines import PacketLine, encode
    from wirerate.wings.ah.captures import explain

    for captured, result in answers:
        if json:
            line = PacketLine(
                packet=captured.number, time=captured.time, verdict=result.reason, sequence=result.sequence
            )
            click.echo(encode(line))
        elif verbose or not result.ok:
            numbered = "" if result.sequence is None else f"  sequence {result.sequence}"
            why = "" if result.ok else f"  {explain(result.reason)}"
            click.echo(f"{captured.number:>6}  {result.reason}{numbered}{why}")
        yield captured, result


def _sum_up(reasons: Counter[str], json: bool, done: str) -> None:
    from wirerate.records.lines import PacketsEnd, PacketsSummary, Refused, encode
    from wirerate.wings.ah.captures import explain

    total, good = reasons.total(), reasons.pop("ok", 0)
    if json:
        refused = tuple(Refused(reason=reason, packets=times) for reason, times in reasons.most_common())
        status = EXIT_NO if reasons else EXIT_OK
        summary = PacketsSummary(packets=total, **{done: good}, refused=refused, exit=status)
        click.echo(encode(PacketsEnd(summary=summary)))
        return
    count = f"{total} packet{'' if total == 1 else 's'}"
    click.echo(f"{count}: all {done}" if good == total else f"{count}: {good} {done}, {total - good} refused")
    for reason, times in reasons.most_common():
        click.echo(f"{times:>6}  {reason}: {explain(reason)}")


def _warn(algorithm: str) -> None:
    """Print RFC 8221's requirement for the algorithm on stderr."""
    click.echo(f"{algorithm} in AH: {AH_ALGORITHMS[algorithm].standing}", err=True)
