# SPDX-License-Identifier: Apache-2.0 OR MIT
"""How the figures came about, in half a page: the rules that a reader needs to judge them."""

from __future__ import annotations

from collections.abc import Sequence

from wirerate.report.html import text
from wirerate.verdict.rules import MARGIN

_RULES = (
    (
        "Interleaved rounds.",
        "Subjects run in turns, in shuffled order, in rounds of at least a millisecond, so that a change of clock or "
        "a neighbour's load meets all of them. Every round counts: outliers are marked and kept.",
    ),
    (
        "Exact intervals.",
        "A figure is the median over the rounds; its interval comes from the binomial law of signs and assumes no "
        "distribution. Looks are at set counts of rounds only, doubled until all is decided or the time is up, and the "
        "error is shared among them.",
    ),
    (
        "Checked while timed.",
        "Every timed round compares its tags with known ones. A subject that is wrong is reported as wrong, without a "
        "rate.",
    ),
    (
        "Cold decides.",
        "Cold bytes come from memory: buffers larger than four times the last-level cache, touched once. Warm and "
        "last-level-cache figures stand beside them, because packets often arrive there from the network card.",
    ),
    (
        "Time.",
        "Wall time less what the hypervisor took, with the share of the CPU beside it. Core cycles by the clock "
        "that each round had, otherwise ticks of the time-stamp counter.",
    ),
    (
        "Headroom.",
        "Time available per packet ÷ time needed, framing counted, as a "
        f"mean over the packet mix. KEEPS UP: the low end is {MARGIN} or more. TIGHT: 1 or more. FALLS SHORT: the high "
        "end is below 1. Otherwise CANNOT TELL.",
    ),
    (
        "What it does not say.",
        "This is the authenticator only, with the cipher where it encrypts too, without the rest of the network stack. "
        "One direction is judged, by the slower of its ends, unless full duplex was asked. One security association, "
        "tunnel or TCP flow stays on one core: more cores carry more flows, not a faster one.",
    ),
)


# Of what no board was needed for.
_EMULATED = (
    ("Real code.", "Mbed TLS as released, built by the compiler that is named, run instruction by instruction. Every "
     "result is computed again on the host by other code; what is wrong has no time."),
    ("A model of time.", "Cycles come from the tables in the cores' manuals, flash from the parts' manuals. What these "
     "leave open makes the range: branch refill, operands, flash. No figure comes from a board."),
    ("Memory.", "Stack by painting, heap as requested at its peak, flash from the link map, by building block."),
    ("Energy.", "Cycles × the datasheet's current for code run from flash × voltage. Without a source, no figure."),
    ("What it does not say.", "Emulated time is no evidence of constant time. Interrupts, radio and other masters on "
     "the bus are not there. The accelerator of a part is not used."),
)  # fmt: skip


_COMPOSED = (
    ("Composed.", "Nobody ran these handshakes. Their operations were run, each by itself; their messages are as long "
     "as the standards say, which a test holds against OpenSSL's TLS 1.3 to the byte."),
    *_EMULATED,
)  # fmt: skip


# Of packets sent through the kernel's own gateways.
_PACKET_PATH = (
    (
        "One chain.",
        "Packets go from a sender through two gateways to a device that counts and drops them, in namespaces of their "
        "own. All of it runs inside the sender's system call, so that its thread's time is the whole cost: wall time "
        "less the time that it waited for its CPU. What runs on other CPUs is counted, and said.",
    ),
    (
        "Stages, subtracted.",
        "Every round sends the same packets through each stage, in shuffled order: made and dropped, through one "
        "gateway, through two, protected, protected and unprotected, and the same with algorithms that do nothing. A "
        "part is the difference of two stages of one round.",
    ),
    (
        "Exact intervals.",
        "A figure is the median over the rounds; its interval comes from the binomial law of signs. Looks are at set "
        "counts of rounds only. Plain forwarding runs twice in each round: its ratio to itself is the noise.",
    ),
    (
        "Every packet counts.",
        "Packets are counted and compared where they arrive. A path that loses, changes or doubles one has no figure.",
    ),
    (
        "What it does not say.",
        "veth is not a network card: driver, interrupts, GRO and the host's firewall come on top, and buffers are "
        "warm. Each packet goes by itself. One security association stays on one core.",
    ),
)

# Of TLS's records through a connection.
_RECORD_PATH = (
    (
        "One thread.",
        "A record is written into a connection over loopback and read back from its other end by the same thread, so "
        "that its time is the whole cost: wall time less the time that it waited for its CPU. An end is half of that, "
        "the mean of writing and reading.",
    ),
    (
        "Stages, subtracted.",
        "Every round carries as many records in each stage, in shuffled order: by plain TCP, by TLS, and, of OpenSSL, "
        "sealed and opened in memory by libcrypto. A part is the difference of two stages of one round.",
    ),
    (
        "Exact intervals.",
        "A figure is the median over the rounds; its interval comes from the binomial law of signs. Looks are at set "
        "counts of rounds only. Plain TCP runs twice in each round: its ratio to itself is the noise.",
    ),
    (
        "Every record counts.",
        "Each has a number that is looked for where it is read, and the last of a round is compared whole; the bytes "
        "that TCP carried are counted. Records that come back otherwise make a row wrong.",
    ),
    (
        "What it does not say.",
        "Loopback is not a network card: its driver and interrupts come on top, and buffers are warm. Nothing waits "
        "for a second core, and the handshake is not in it.",
    ),
)

# Of whole commands that are compared.
_WHOLE_COMMANDS = (
    ("Interleaved rounds.", "Each round executes both commands once in a random order, and the first command a second "
     "time as a control. Each command ran once before, untimed. Every round counts."),
    ("Exact intervals.", "Executions are compared round by round: the median of the ratios, with the interval of the "
     "binomial law of signs. Looks are at set counts of rounds only, and the error is shared among them."),
    ("Time.", "Wall time from starting the process until its end. CPU time is that of the process and of the processes "
     "it waited for. Standard input and output are /dev/null."),
    ("What it does not say.", "Time stolen by a hypervisor is not taken out. Files that a command reads are in the "
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
    return '<div class="method">' + "".join(f"<p><b>{text(h)}</b> {text(t)}</p>" for h, t in rules) + "</div>"
