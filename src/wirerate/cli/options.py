# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Options and arguments that several commands share."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any, TypeVar, cast

import click

from wirerate.cli.output import Outputs
from wirerate.cli.types import (
    FRAMES,
    MESSAGES,
    PACKET_LIST,
    PACKETS,
    ChoiceType,
    LinksType,
    ListType,
    NameType,
    NumbersType,
    OverType,
    ProtocolType,
    SizesType,
    SubjectType,
    TimeType,
)

F = TypeVar("F", bound=Callable[..., Any])

subjects = click.argument("subjects", nargs=-1, type=SubjectType(), metavar="[SUBJECT]...")
link = click.option("--link", "links", type=LinksType(), help="Link, or a list: 10G  10G,25G  oc-3c  rate:622M")
packet = click.option("--packet", type=PACKETS, help="IP packets: 1500  imix  imix6  rfc2544  40:7,576:4,1500:1")
packet_list = click.option("--packet", type=PACKET_LIST, help="IP packet bytes or a mix: 1500  imix  64,1500,imix")
frame = click.option("--frame", type=FRAMES, help="Ethernet frame bytes, FCS included: 64,512,1518")
protocol = click.option("--protocol", type=ProtocolType(), help="Protocol of the packets: esp-gcm  macsec  tls-1.3")
over = click.option("--over", type=OverType(), help="Encapsulation under IP: vlan  gre  vlan,vxlan")
messages = click.option("--messages", type=MESSAGES, help="Control-plane messages: 10k/s  10k/s:512 (bytes)")
policy = click.option(
    "--policy", type=ChoiceType("policy", "modern", "fips", "any"), default="modern", show_default=True,
    help="Algorithms to propose.",
)  # fmt: skip
length = click.option("-l", "--length", "lengths", type=SizesType(), help="Message bytes: 1500  64,1500,64Ki")
time = click.option("-t", "--time", type=TimeType(), help="Time to spend measuring: 10s  2min")
threads = click.option(
    "-j", "--threads", type=click.IntRange(min=1), default=1, metavar="N", help="Number of threads, one per CPU."
)
cores = click.option("--cores", is_flag=True, help="Find how many cores a slow subject needs.")
affinity = click.option(
    "-A", "--affinity", type=NumbersType("cpus", "CPU number", "2 or 2,3"), help="CPUs to measure on: 2  2,3"
)
cpu = click.option("-A", "--affinity", type=NumbersType("cpus", "CPU number", "2"), help="CPU to measure on: 2")
cache = click.option(
    "--cache",
    "caches",
    type=ListType("cache", "warm", "llc", "cold", "sweep"),
    help="Messages are in the nearest cache (warm), the last-level cache (llc) or memory (cold); sweep: all sizes.",
)
judged_cache = click.option(
    "--cache", type=ChoiceType("cache", "cold", "llc", "warm"), default="cold", show_default=True,
    help="Packets are in memory, LLC or L1.",
)  # fmt: skip
ip = click.option(
    "--ip", type=ChoiceType("IP version", "4", "6"), callback=lambda _context, _option, value: value and int(value),
    help="IP version.  [default: 6 if the packets allow]",
)  # fmt: skip
whole_path = click.option("--path", is_flag=True, help="Also measure and judge this kernel's packet path.")
keyed = click.option(
    "--keyed",
    type=ListType("keyed mode", "reuse", "rekey", "fresh"),
    help="Key schedule per packet: reuse, recompute (rekey), or allocate and recompute (fresh).",
)
operation = click.option(
    "--operation", "operations", type=ListType("operation", "tag", "verify", "seal", "open"),
    help="tag or verify for a MAC, seal or open for an AEAD.  [default: the sender's]",
)  # fmt: skip
batch = click.option("--batch", type=click.IntRange(1, 256), metavar="N", help="Messages per call.")
kernel = click.option("--kernel", type=NameType("kernel", lambda: _kernels()), help="Force a kernel of wirerate: avx2")
with_kept = click.option("--with-kept", is_flag=True, help="Widen intervals to cover earlier runs.")
json = click.option("-J", "--json", is_flag=True, help="Print one JSON object, errors included.")


def _kernels() -> tuple[str, ...]:
    from wirerate.authenticators.subjects import KERNELS

    return ("auto", *KERNELS["wirerate"])


def exports(command: F) -> F:
    """Add --export-json, --export-csv and --export-markdown."""
    for form, content in (("markdown", "table"), ("csv", "table"), ("json", "run")):
        command = click.option(f"--export-{form}", metavar="FILE", help=f"Write the {content} to FILE as well.")(
            command
        )
    return command


def named(values: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options that the user set, as keyword arguments for the Python function, which has its own
    defaults.
    """
    return {name: value for name, value in values.items() if value is not None}


# Only for commands whose view reads `Paper.explain`. Apply it below `outputs`, which passes the value on.
explain = click.option("--explain", is_flag=True, help="Add terms, method and machine.")
page = click.option("-o", "--output", metavar="FILE", help="Write an HTML page to FILE as well.")


def outputs(command: F) -> F:
    """Add --json and the exports. The command receives their values as `outputs`, which includes --output and --explain
    if the command has them.
    """

    @wraps(command)
    def with_outputs(*, json: bool, output: str | None = None, explain: bool = False, **values: Any) -> int:
        files = {name: values.pop(name) for name in ("export_json", "export_csv", "export_markdown")}
        outputs = Outputs(json, page=output, explain=explain, **files)
        outputs.check()
        return int(command(outputs=outputs, **values))

    return json(exports(cast(F, with_outputs)))
