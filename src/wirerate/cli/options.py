# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Options that several commands have, each spelled and explained once."""

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
link = click.option("--link", "links", type=LinksType(), help="One or a list: 10G, 10G,25G, oc-3c, rate:622M.")
packet = click.option("--packet", type=PACKETS, help="IP bytes, imix, imix6, rfc2544 or 40:7,576:4,1500:1.")
packet_list = click.option(
    "--packet", type=PACKET_LIST, help="IP bytes, imix, imix6, rfc2544, 40:7,576:4,1500:1, or a list: 64,imix."
)
frame = click.option(
    "--frame", type=FRAMES, help="Ethernet frames instead, check sequence included, or a list: 64,512,1518."
)
protocol = click.option("--protocol", type=ProtocolType(), help="What carries the tag: ah, esp-gcm, macsec, ...")
over = click.option("--over", type=OverType(), help="What carries the packet: vlan, gre, or a list: vlan,vxlan.")
messages = click.option(
    "--messages", type=MESSAGES, help="Of the control plane: messages a second, 10k/s or with bytes 10k/s:512."
)
policy = click.option(
    "--policy", type=ChoiceType("policy", "modern", "fips", "any"), default="modern", show_default=True,
    help="What may be used and proposed.",
)  # fmt: skip
length = click.option("-l", "--length", "lengths", type=SizesType(), help="Message bytes or a list: 64,1500,64Ki.")
time = click.option("-t", "--time", type=TimeType(), help="Measure for about this long: 10s.")
threads = click.option(
    "-j", "--threads", type=click.IntRange(min=1), default=1, metavar="N", help="Threads, each on its own CPU."
)
cores = click.option(
    "--cores", is_flag=True, help="Measure what falls short on more CPUs too, for how many cores it takes."
)
affinity = click.option(
    "-A", "--affinity", type=NumbersType("cpus", "CPU number", "2 or 2,3"),
    help="CPU to measure on, or a list for --threads.",
)  # fmt: skip
cpu = click.option(
    "-A", "--affinity", type=NumbersType("cpus", "CPU number", "2"), help="CPU to measure on."
)  # fmt: skip
cache = click.option(
    "--cache",
    "caches",
    type=ListType("cache", "warm", "llc", "cold", "sweep"),
    help="Bytes from the nearest caches, the last-level one (llc) or memory (cold); by working set (sweep); a list.",
)
judged_cache = click.option(
    "--cache",
    type=ChoiceType("cache", "cold", "llc", "warm"), default="cold", show_default=True,
    help="Judge with data from memory (cold), the last-level cache (llc) or the core's own caches (warm).",
)  # fmt: skip
ip = click.option("--ip", type=click.Choice(["4", "6"]), callback=lambda _c, _p, v: v and int(v),
                  help="IP version; by default 6, or 4 if a packet is too small for IPv6.")  # fmt: skip
whole_path = click.option("--path", is_flag=True, help="Measure and judge this kernel's whole path too.")
keyed = click.option(
    "--keyed",
    type=ListType("keyed mode", "reuse", "rekey", "fresh"),
    help="Per packet, the state that the key was made into is kept, made anew, or allocated and made anew; or a list.",
)
operation = click.option(
    "--operation", "operations", type=ListType("operation", "tag", "verify", "seal", "open"),
    help="Of a MAC tag or verify, of an AEAD seal or open, or a list; else the sender's.",
)  # fmt: skip
batch = click.option("--batch", type=click.IntRange(1, 256), metavar="N", help="Messages handed over per call.")
kernel = click.option(
    "--kernel", type=NameType("kernel", lambda: _kernels()), help="Force a kernel of wirerate; auto: the best."
)
with_kept = click.option(
    "--with-kept", is_flag=True, help="Widen intervals to cover those of kept runs of the same question."
)
json = click.option("-J", "--json", is_flag=True, help="One JSON object on stdout, errors included.")


def _kernels() -> tuple[str, ...]:
    from wirerate.authenticators.subjects import KERNELS

    return ("auto", *KERNELS["wirerate"])


def exports(command: F) -> F:
    """--export-json, --export-csv and --export-markdown."""
    for form in ("markdown", "csv", "json"):
        what = "the run file" if form == "json" else "the answer's table"
        option = click.option(f"--export-{form}", metavar="FILE", help=f"Write {what} there too.")
        command = option(command)
    return command


def named(given: Mapping[str, Any]) -> dict[str, Any]:
    """For the call that has the same names: what was left open is for it to decide."""
    return {name: value for name, value in given.items() if value is not None}


# Below `outputs`, which hands it over; for commands whose view reads `Paper.explain`.
explain = click.option("--explain", is_flag=True, help="Add the terms, the method and the machine to the answer.")
page = click.option("-o", "--output", metavar="FILE", help="Write the page there too.")


def outputs(command: F) -> F:
    """--json, the exports and the page where there is one, handed over together."""

    @wraps(command)
    def gathered(*, json: bool, output: str | None = None, explain: bool = False, **given: Any) -> int:
        files = {name: given.pop(name) for name in ("export_json", "export_csv", "export_markdown")}
        asked = Outputs(json, page=output, explain=explain, **files)
        asked.check()
        return int(command(outputs=asked, **given))

    return json(exports(cast(F, gathered)))
