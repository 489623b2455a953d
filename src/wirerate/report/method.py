# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The section on method: how the figures were measured, and what they leave out."""

from __future__ import annotations

from collections.abc import Sequence

from wirerate.report.html import text
from wirerate.verdict.rules import MARGIN

_RULES = (
    (
        "Interleaved rounds.",
        "Subjects take turns in shuffled order, in rounds of at least a millisecond, so that a change of clock or a "
        "neighbour's load affects all of them. Every round counts; outliers are marked, not removed.",
    ),
    (
        "Exact intervals.",
        "A figure is the median of the rounds, or of the processes' medians if several processes measure in turn. Its "
        "interval follows from the sign test and assumes no distribution of the times. Results are examined only after "
        "fixed numbers of rounds, which double until every verdict is decided or the time is up. The permitted error "
        "is divided among the examinations.",
    ),
    (
        "Checked while timed.",
        "Every timed round compares its tags with known ones. A subject with a wrong tag has no rate.",
    ),
    (
        "Cold decides.",
        "Cold data come from memory: buffers larger than four times the last-level cache, each byte read once. Figures "
        "for warm data and for the last-level cache are shown too, because network cards often place packets there.",
    ),
    (
        "Time.",
        "Wall time minus the time that the hypervisor took, shown with the share of the CPU. Core cycles use the clock "
        "measured in the same round; without one, cycles are ticks of the time-stamp counter.",
    ),
    (
        "Headroom.",
        "Time available per packet ÷ time needed, with the link's framing, as a mean over the "
        f"packet mix. KEEPS UP: the interval's low end is {MARGIN} or more. TIGHT: it is 1 or more. FALLS "
        "SHORT: the high end is below 1. Otherwise CANNOT TELL.",
    ),
    (
        "What is not measured.",
        "The rest of the network stack. Verdicts are for one direction, at its slower end, unless --duplex is given.",
    ),
)


# Emulated boards.
_EMULATED = (
    ("Real code.", "Mbed TLS as released, built by the named compiler and executed instruction by instruction. Other "
     "code on the host recomputes every result; a wrong result has no time."),
    ("A model of time.", "Cycles come from the tables in the cores' manuals, flash timing from the parts' manuals. The "
     "range covers what these leave open: branch refill, operands, flash. No figure was measured on a board."),
    ("Memory.", "The stack is painted with a pattern beforehand, so its depth shows. Heap is the peak. Flash comes "
     "from the link map, by building block."),
    ("Energy.", "Cycles × the datasheet's current for code in flash × voltage. Without a source there is no figure."),
    ("What is not modelled.", "Interrupts, radio, other bus masters and the part's own accelerator. Emulated time is "
     "no evidence of constant time."),
)  # fmt: skip


_COMPOSED = (
    ("Composed.", "These handshakes were not run. Each operation was measured separately, and message lengths follow "
     "from the standards; a test compares them with OpenSSL's TLS 1.3 byte by byte."),
    *_EMULATED,
)  # fmt: skip


# Packets through the kernel's own gateways.
_PACKET_PATH = (
    (
        "One chain.",
        "Packets go from a sender through two gateways to a device that counts and drops them, all in private network "
        "namespaces. The sender's system call does all of the work, so its thread's time is the whole cost: wall time "
        "minus the time spent waiting for its CPU. Work on other CPUs is counted and reported.",
    ),
    (
        "Stages, subtracted.",
        "Every round sends the same packets through each stage, in shuffled order: made and dropped, through one "
        "gateway, through two, protected, protected and unprotected, and the same with algorithms that do nothing. A "
        "part is the difference between two stages of one round.",
    ),
    (
        "Exact intervals.",
        "A figure is the median of the rounds; its interval follows from the binomial distribution of the sign test. "
        "Results are examined after fixed numbers of rounds only. Plain forwarding runs twice in each round: its ratio "
        "to itself is the noise.",
    ),
    (
        "Every packet counts.",
        "Packets are counted and compared on arrival. A path that loses, changes or duplicates one has no figure.",
    ),
    (
        "What is not measured.",
        "A network card: veth has no driver, interrupts, GRO or host firewall, and its buffers are warm. Packets are "
        "sent singly. One security association stays on one core.",
    ),
)

# TLS records through a connection.
_RECORD_PATH = (
    (
        "One thread.",
        "One thread writes a record into a loopback connection and reads it from the other end, so its time is the "
        "whole cost: wall time minus the time spent waiting for its CPU. The cost of one end is half of that, the mean "
        "of writing and reading.",
    ),
    (
        "Stages, subtracted.",
        "Every round carries the same number of records in each stage, in shuffled order: plain TCP, TLS and, for "
        "OpenSSL, sealing and opening in memory by libcrypto. A part is the difference of two stages of one round.",
    ),
    (
        "Exact intervals.",
        "A figure is the median of the rounds; its interval follows from the binomial distribution of the sign test. "
        "Results are examined after fixed numbers of rounds only. Plain TCP runs twice in each round: its ratio to "
        "itself is the noise.",
    ),
    (
        "Every record counts.",
        "The reader checks the number in each record and compares the last record of a round in full. The bytes that "
        "TCP carried are counted. A changed record marks the row as wrong.",
    ),
    (
        "What is not measured.",
        "A network card with its driver and interrupts; buffers are warm. Nothing waits for a second core, and the "
        "handshake is not included.",
    ),
)

# Comparisons of whole commands.
_WHOLE_COMMANDS = (
    ("Interleaved rounds.", "Each round executes both commands once in random order, and the first command a second "
     "time as a control. Each command ran once before, untimed. Every round counts."),
    ("Exact intervals.", "Executions are compared round by round: the median of the ratios, with an interval from the "
     "binomial distribution of the sign test. Results are examined after fixed numbers of rounds only, and the "
     "permitted error is divided among the examinations."),
    ("Time.", "Wall time from the start of the process to its end. CPU time is that of the process and of the "
     "processes it waited for. Standard input and output are /dev/null."),
    ("What is not measured.", "Time taken by a hypervisor is not subtracted. Files that a command reads are in the "
     "page cache, if they fit."),
)  # fmt: skip


def emulated() -> str:
    return method(_EMULATED)


def composed() -> str:
    return method(_COMPOSED)


def packet_path() -> str:
    return method(_PACKET_PATH)


def record_path() -> str:
    return method(_RECORD_PATH)


def whole_commands() -> str:
    return method(_WHOLE_COMMANDS)


def method(rules: Sequence[tuple[str, str]] = _RULES) -> str:
    """Return the section on method as HTML. The default rules are those for authenticators measured on this machine."""
    return '<div class="method">' + "".join(f"<p><b>{text(h)}</b> {text(t)}</p>" for h, t in rules) + "</div>"
