# SPDX-License-Identifier: Apache-2.0 OR MIT
"""A DTLS 1.2 handshake between two emulated boards: time by operation, messages, RAM and flash of either end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from wirerate.catalogue.libraries import DEFAULT
from wirerate.errors import EmulationError
from wirerate.lab.mcu.build.compile import INSTRUMENT, Firmware, build
from wirerate.lab.mcu.build.source import fetch, release
from wirerate.lab.mcu.emulate.machine import Call, Machine
from wirerate.lab.mcu.handshake.config import CLIENT, ECDHE, FRAGMENTS, SERVER, SIDES, Setup, configuration
from wirerate.lab.mcu.handshake.credentials import SHARED_KEY, credentials
from wirerate.lab.mcu.handshake.parts import MESSAGE_BYTES, SEALING, WATCHED, by_operation
from wirerate.lab.mcu.handshake.wire import UDP_IPV4, Message, messages
from wirerate.lab.mcu.target import ALL_BUFFERS, built_for, core_named
from wirerate.lab.mcu.timing.trace import Buffers, Trace

_WANT_READ = -0x6900  # MBEDTLS_ERR_SSL_WANT_READ
_MOST_TURNS = 16  # a handshake with cookie and client certificate takes 6
_MASTER_BYTES = 48
_FIX = "give another version or setup; this one is not measured"


@dataclass(frozen=True)
class Side:
    """One end. Heap and stack are those of the handshake; set-up comes before it and is not timed."""

    operations: dict[str, Trace]  # disjoint; the harness's carrying of datagrams is in none
    stack_bytes: int
    heap_peak: int  # requested at once, what is kept included
    context_bytes: int  # of RAM beside heap and stack: the library's contexts
    flash: dict[str, int]  # by building block, the harness left out
    sealing: Trace  # AES-CCM over the MESSAGE_BYTES of application data that prove the handshake

    @property
    def flash_bytes(self) -> int:
        return sum(self.flash.values())


@dataclass(frozen=True)
class Proven:
    """A handshake that was finished and proven: equal master secrets, application data carried both ways."""

    setup: Setup
    core: str
    level: str
    release: str  # of Mbed TLS
    client: Side
    server: Side
    messages: tuple[Message, ...]  # in the order of the wire; a fragmented one stands once per fragment
    datagrams: int

    @property
    def sides(self) -> dict[str, Side]:
        return {CLIENT: self.client, SERVER: self.server}

    @property
    def bytes(self) -> int:
        """Records with their headers; UDP and IP add UDP_IPV4 per datagram."""
        return sum(message.bytes for message in self.messages)

    @property
    def bytes_on_ipv4(self) -> int:
        return self.bytes + UDP_IPV4 * self.datagrams


def run(
    core: str = "cortex-m4",
    setup: Setup | None = None,
    *,
    version: str = DEFAULT,
    tree: Path | None = None,
    level: str = "-O2",
    jobs: int | None = None,
    buffers: Sequence[Buffers] = ALL_BUFFERS,
) -> Proven:
    """Builds both ends (found again when built before), runs the handshake, and proves it. `tree` takes the place of
    `version`; `buffers` are those of the flashes that it can be timed for. What resumes is run in full first; what is
    reported is the second."""
    setup = setup or Setup()
    setup.check()
    library = tree or fetch(version)
    ends = {side: End(side, setup, core, library, level, jobs, buffers) for side in SIDES}
    for end in ends.values():
        end.prepare()
    wire = shake_hands(ends)
    if setup.resumption:
        for end in ends.values():
            end.again()
        wire = shake_hands(ends)
    said = tuple(message for side, datagram in wire for message in messages(datagram, side))
    if setup.resumption and any(message.name == "ServerHelloDone" for message in said):
        raise EmulationError(f"the server did not resume the session by {setup.resumption}", fix=_FIX)
    _prove(ends)
    return Proven(
        setup=setup,
        core=core_named(core).name,
        level=level,
        release=release(library),
        client=ends[CLIENT].side(),
        server=ends[SERVER].side(),
        messages=said,
        datagrams=len(wire),
    )


class End:
    """One end on a board of its own."""

    def __init__(
        self,
        side: str,
        setup: Setup,
        core: str,
        library: Path,
        level: str = "-O2",
        jobs: int | None = None,
        buffers: Sequence[Buffers] = ALL_BUFFERS,
    ) -> None:
        self.name, self._setup = side, setup
        self.image = build(
            Firmware(
                name=f"dtls-{side}",
                sources=(INSTRUMENT / "dtls.c",),
                library=library,
                config_h=configuration(setup, side, int(release(library).partition(".")[0])),
                core=built_for(core_named(core).name),
                level=level,
            ),
            jobs,
        )
        self._machine = Machine(self.image, core, buffers)
        self._steps: list[Call] = []
        self._peak = 0
        self._sealing = Trace()

    def prepare(self) -> None:
        """Provisions the end and allocates its buffers: what a device does once, when it starts."""
        setup = self._setup
        if setup.suite == ECDHE:
            known = credentials()
            self._put("authority", known.authority)
            if self.name == SERVER or setup.mutual:
                self._put("certificate", known.ends[self.name].certificate)
                self._put("private_key", known.ends[self.name].key)
        else:
            self._put("shared_key", SHARED_KEY)
        verifies = self.name == CLIENT or setup.mutual
        self._must("dtls_prepare", verifies, FRAGMENTS[setup.max_fragment])
        self._begin()

    def again(self) -> None:
        """Ends the association, keeps the session, and forgets what was counted."""
        self._must("dtls_again")
        self._begin()

    def step(self, datagrams: list[bytes]) -> tuple[bool, list[bytes]]:
        """Takes datagrams and works until it wants more: whether the handshake is complete, and what it sends."""
        self._deliver(datagrams)
        call = self._machine.call("dtls_step", watch=WATCHED)
        self._steps.append(call)
        self._peak = self._machine.word("heap_peak")
        if call.result not in (0, _WANT_READ):
            raise EmulationError(f"the {self.name}'s handshake failed in dtls_step with {_code(call.result)}", fix=_FIX)
        return call.result == 0, self._sent()

    def send(self, data: bytes) -> list[bytes]:
        """Encrypts application data: the datagrams that carry it."""
        self._machine.write("message", data)
        call = self._machine.call("dtls_send", watch=WATCHED)
        if call.result != len(data):
            raise EmulationError(f"the {self.name} could not send application data in dtls_send", fix=_FIX)
        self._sealing = by_operation([call.contexts])[SEALING]
        return self._sent()

    def receive(self, datagrams: list[bytes]) -> bytes:
        """Decrypts application data; nothing where none came."""
        self._deliver(datagrams)
        return self._machine.read("message", max(self._machine.call("dtls_receive").result, 0))

    @property
    def master(self) -> bytes:
        return self._machine.read("master", _MASTER_BYTES)

    def side(self) -> Side:
        """What the steps since set-up took."""
        return Side(
            operations=by_operation(call.contexts for call in self._steps),
            stack_bytes=max(call.stack_bytes for call in self._steps),
            heap_peak=self._peak,
            context_bytes=self._machine.call("dtls_context_bytes").result,
            flash={block: size for block, size in self.image.flash_bytes.items() if block != "harness"},
            sealing=self._sealing,
        )

    def _begin(self) -> None:
        self._steps = []
        self._machine.call("heap_reset")

    def _must(self, function: str, *args: int) -> None:
        result = self._machine.call(function, *args).result
        if result:
            raise EmulationError(f"the {self.name} failed in {function} with {_code(result)}", fix=_FIX)

    def _put(self, name: str, data: bytes) -> None:
        if 4 + len(data) > self.image.symbol(name).size:
            raise EmulationError(f"{len(data)} bytes do not fit {name} of the harness", fix=_FIX)
        self._machine.write(name, len(data).to_bytes(4, "little") + data)

    def _deliver(self, datagrams: list[bytes]) -> None:
        self._put("arrived", b"".join(len(each).to_bytes(2) + each for each in datagrams))

    def _sent(self) -> list[bytes]:
        used = self._machine.word("departed")
        queue = self._machine.read(self.image.symbol("departed").address + 4, used)
        self._put("departed", b"")
        return list(_split(queue))


def shake_hands(ends: dict[str, End]) -> list[tuple[str, bytes]]:
    """Steps both ends in turn until both are done: the datagrams, each with its sender."""
    wire: list[tuple[str, bytes]] = []
    done = dict.fromkeys(SIDES, False)
    waiting: list[bytes] = []
    for turn in range(_MOST_TURNS):
        side = SIDES[turn % 2]
        done[side], waiting = ends[side].step(waiting)
        wire += [(side, datagram) for datagram in waiting]
        if all(done.values()) and not waiting:
            return wire
    raise EmulationError(f"client and server did not finish within {_MOST_TURNS} flights", fix=_FIX)


def _prove(ends: dict[str, End]) -> None:
    client, server = ends[CLIENT], ends[SERVER]
    if client.master != server.master or not any(client.master):
        raise EmulationError("client and server ended with different master secrets", fix=_FIX)
    for sender, receiver in ((client, server), (server, client)):
        data = bytes((7 * i + len(sender.name)) & 0xFF for i in range(MESSAGE_BYTES))
        datagrams = sender.send(data)
        if data in b"".join(datagrams) or receiver.receive(datagrams) != data:
            raise EmulationError(f"the {receiver.name} did not read what the {sender.name} sent", fix=_FIX)


def _split(queue: bytes) -> Iterator[bytes]:
    while queue:
        length = int.from_bytes(queue[:2])
        yield queue[2 : 2 + length]
        queue = queue[2 + length :]


def _code(result: int) -> str:
    return f"-{-result:#06x}" if result < 0 else f"{result}"
