# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The two ends of an association, each on an emulated board of its own, whosever library they run: stepped in turn, the
datagrams carried between them, and what they did proven."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from wirerate.errors import EmulationError
from wirerate.wings.mcu.build.image import Image
from wirerate.wings.mcu.emulate.machine import Call, Machine
from wirerate.wings.mcu.handshake.config import CLIENT, SERVER, SIDES
from wirerate.wings.mcu.handshake.credentials import Credentials
from wirerate.wings.mcu.handshake.parts import MESSAGE_BYTES, SEALING, Functions
from wirerate.wings.mcu.timing.trace import Buffers, Trace

_MOST_TURNS = 16  # a handshake with cookie and client certificate takes 6 or 7
_MASTER_BYTES = 48
FIX = "give another version or setup; this one is not measured"


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


class End:
    """One end on a board of its own, whose image has the functions of dtls.c."""

    def __init__(
        self, name: str, image: Image, core: str, functions: Functions, wants_more: int, buffers: Sequence[Buffers]
    ) -> None:
        """`wants_more`: what a step returns that waits for datagrams."""
        self.name, self.image = name, image
        self._functions, self._wants_more = functions, wants_more
        self._machine = Machine(image, core, buffers)
        self._steps: list[Call] = []
        self._peak = 0
        self._sealing = Trace()

    def provision(self, known: Credentials, shows: bool) -> None:
        """The trust anchor, and where it `shows` one its own certificate."""
        self.put("authority", known.authority)
        if shows:
            self.put("certificate", known.ends[self.name].certificate)
            self.put("private_key", known.ends[self.name].key)

    def must(self, function: str, *args: int) -> None:
        """Calls what is not counted; anything but 0 is an error."""
        result = self._machine.call(function, *args).result
        if result:
            raise EmulationError(f"the {self.name} failed in {function} with {_code(result)}", fix=FIX)

    def begin(self) -> None:
        """Forgets what was counted."""
        self._steps = []
        self._machine.call("heap_reset")

    def step(self, datagrams: list[bytes]) -> tuple[bool, list[bytes]]:
        """Takes datagrams and works until it wants more: whether the handshake is complete, and what it sends."""
        self._deliver(datagrams)
        call = self._machine.call("dtls_step", watch=self._functions.watched)
        self._steps.append(call)
        self._peak = self._machine.word("heap_peak")
        if call.result not in (0, self._wants_more):
            raise EmulationError(f"the {self.name}'s handshake failed in dtls_step with {_code(call.result)}", fix=FIX)
        return call.result == 0, self._sent()

    def send(self, data: bytes) -> list[bytes]:
        """Encrypts application data: the datagrams that carry it."""
        self._machine.write("message", data)
        call = self._machine.call("dtls_send", watch=self._functions.watched)
        if call.result != len(data):
            raise EmulationError(f"the {self.name} could not send application data in dtls_send", fix=FIX)
        self._sealing = self._functions.by_operation([call.contexts])[SEALING]
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
            operations=self._functions.by_operation(call.contexts for call in self._steps),
            stack_bytes=max(call.stack_bytes for call in self._steps),
            heap_peak=self._peak,
            context_bytes=self._machine.call("dtls_context_bytes").result,
            flash={block: size for block, size in self.image.flash_bytes.items() if block != "harness"},
            sealing=self._sealing,
        )

    def put(self, name: str, data: bytes) -> None:
        if 4 + len(data) > self.image.symbol(name).size:
            raise EmulationError(f"{len(data)} bytes do not fit {name} of the harness", fix=FIX)
        self._machine.write(name, len(data).to_bytes(4, "little") + data)

    def _deliver(self, datagrams: list[bytes]) -> None:
        self.put("arrived", b"".join(len(each).to_bytes(2) + each for each in datagrams))

    def _sent(self) -> list[bytes]:
        used = self._machine.word("departed")
        queue = self._machine.read(self.image.symbol("departed").address + 4, used)
        self.put("departed", b"")
        return list(_split(queue))


def shake_hands(ends: Mapping[str, End]) -> list[tuple[str, bytes]]:
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
    raise EmulationError(f"client and server did not finish within {_MOST_TURNS} flights", fix=FIX)


def prove(ends: Mapping[str, End]) -> None:
    """Application data both ways, and equal secrets."""
    client, server = ends[CLIENT], ends[SERVER]
    for sender, receiver in ((client, server), (server, client)):
        data = bytes((7 * i + len(sender.name)) & 0xFF for i in range(MESSAGE_BYTES))
        datagrams = sender.send(data)
        if data in b"".join(datagrams) or receiver.receive(datagrams) != data:
            raise EmulationError(f"the {receiver.name} did not read what the {sender.name} sent", fix=FIX)
    if client.master != server.master or not any(client.master):
        raise EmulationError("client and server ended with different master secrets", fix=FIX)


def _split(queue: bytes) -> Iterator[bytes]:
    while queue:
        length = int.from_bytes(queue[:2])
        yield queue[2 : 2 + length]
        queue = queue[2 + length :]


def _code(result: int) -> str:
    return f"-{-result:#06x}" if result < 0 else f"{result}"
