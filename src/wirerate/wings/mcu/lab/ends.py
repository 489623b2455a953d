# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The two ends of a handshake on emulated boards, and the cost of every operation.

An operation is identified by the library functions on the call stack.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from wirerate.errors import EmulationError
from wirerate.wings.mcu.counted_runs import Counted
from wirerate.wings.mcu.cycles import Buffers, Trace, total
from wirerate.wings.mcu.lab.credentials import Credentials
from wirerate.wings.mcu.lab.emulated_calls import Call, Machine
from wirerate.wings.mcu.lab.image import Image
from wirerate.wings.mcu.setups import CLIENT, MESSAGE_BYTES, PARTS, REST, SEALING, SERVER, SIDES

# The first operation with an active function counts, so hashing within a signature is part of the signature. The names
# cover versions 2.4 to 3.6.
_MBEDTLS = {
    "ECDSA sign": ("mbedtls_ecdsa_write_signature",),
    "ECDSA verify": ("mbedtls_ecdsa_read_signature",),
    "ECDHE key generation": ("mbedtls_ecdh_make_params", "mbedtls_ecdh_make_public"),
    "ECDHE shared secret": ("mbedtls_ecdh_calc_secret", "mbedtls_ecdh_read_params", "mbedtls_ecdh_read_public"),
    "certificate parsing": ("mbedtls_x509_crt_parse_der", "mbedtls_x509_crt_parse_der_nocopy"),
    "random numbers": ("mbedtls_ctr_drbg_random",),
    "AES-CCM": (
        *("mbedtls_ccm_encrypt_and_tag", "mbedtls_ccm_auth_decrypt", "mbedtls_ccm_setkey", "mbedtls_cipher_setkey"),
        *("mbedtls_cipher_auth_encrypt", "mbedtls_cipher_auth_decrypt"),
        *("mbedtls_cipher_auth_encrypt_ext", "mbedtls_cipher_auth_decrypt_ext"),
    ),
    "SHA-256 and PRF": (
        *("tls_prf_sha256", "tls_prf_generic", "mbedtls_md_hmac_starts", "mbedtls_md_hmac_update"),
        *("mbedtls_md_hmac_finish", "mbedtls_md_update", "mbedtls_sha256_starts", "mbedtls_sha256_starts_ret"),
        *("mbedtls_sha256_update", "mbedtls_sha256_update_ret", "mbedtls_sha256_finish", "mbedtls_sha256_finish_ret"),
        "mbedtls_sha256_clone",
    ),
}
_WOLFSSL = {
    "ECDSA sign": ("wc_ecc_sign_hash",),
    "ECDSA verify": ("wc_ecc_verify_hash",),
    "ML-DSA sign": ("wc_MlDsaKey_SignCtx",),
    "ML-DSA verify": ("wc_MlDsaKey_VerifyCtx",),
    "ECDHE key generation": ("wc_ecc_make_key_ex", "wc_curve25519_make_key"),
    "ECDHE shared secret": ("wc_ecc_shared_secret", "wc_curve25519_shared_secret_ex"),
    "ML-KEM key generation": ("wc_MlKemKey_MakeKey",),
    "ML-KEM encapsulate": ("wc_MlKemKey_Encapsulate",),
    "ML-KEM decapsulate": ("wc_MlKemKey_Decapsulate",),
    "ML-DSA key expansion": ("wc_MlDsaKey_PrivateKeyDecode",),
    "certificate parsing": ("ParseCert", "ParseCertRelative"),
    "random numbers": ("wc_RNG_GenerateBlock",),
    "AES-CCM": ("wc_AesCcmSetKey", "wc_AesCcmEncrypt", "wc_AesCcmDecrypt", "wc_AesSetKey", "wc_AesEncryptDirect"),
    "SHA-256 and PRF": (
        *("wc_Tls13_HKDF_Extract_ex", "wc_Tls13_HKDF_Expand_Label_ex", "wc_HmacSetKey", "wc_HmacUpdate"),
        *("wc_HmacFinal", "wc_Sha256Update", "wc_Sha256Final", "wc_Sha256GetHash", "wc_Sha256Hash", "wc_Sha256Copy"),
    ),
}
CARRYING = ("put_datagram", "take_datagram")  # functions that stand in for a radio; never counted


@dataclass(frozen=True)
class Functions:
    """The functions of a library by operation."""

    by_name: Mapping[str, tuple[str, ...]]

    @property
    def watched(self) -> tuple[str, ...]:
        return (*CARRYING, *(name for names in self.by_name.values() for name in names))

    def by_operation(self, contexts: Iterable[Mapping[frozenset[str], Trace]]) -> dict[str, Trace]:
        """Return disjoint traces by operation, in the order of PARTS, without operations that did not occur."""
        parts: dict[str, list[Trace]] = {name: [] for name in PARTS}
        for call in contexts:
            for active, trace in call.items():
                if not active.intersection(CARRYING):
                    parts[self._operation(active)].append(trace)
        return {name: total(traces) for name, traces in parts.items() if any(trace.instructions for trace in traces)}

    def _operation(self, active: frozenset[str]) -> str:
        return next((name for name, functions in self.by_name.items() if active.intersection(functions)), REST)


MBEDTLS, WOLFSSL = Functions(_MBEDTLS), Functions(_WOLFSSL)


_MAX_TURNS = 16  # a handshake with cookie and client certificate takes 6 or 7
_MASTER_BYTES = 48
FIX = "choose another version or setup; this one cannot be measured"


class End:
    """One end of a handshake on an emulated board, running an image with the functions of dtls.c."""

    def __init__(
        self, name: str, image: Image, core: str, functions: Functions, wants_more: int, buffers: Sequence[Buffers]
    ) -> None:
        """Load the image. `wants_more` is the result of a step that waits for datagrams."""
        self.name, self.image = name, image
        self._functions, self._wants_more = functions, wants_more
        self._machine = Machine(image, core, buffers)
        self._steps: list[Call] = []
        self._peak = 0
        self.sealing = Trace()  # AES-CCM over the MESSAGE_BYTES of application data sent

    def provision(self, credentials: Credentials, authenticates: bool) -> None:
        """Store the trust anchor, and this end's certificate and key if it authenticates."""
        self.put("authority", credentials.authority)
        if authenticates:
            self.put("certificate", credentials.ends[self.name].certificate)
            self.put("private_key", credentials.ends[self.name].key)

    def must(self, function: str, *args: int) -> None:
        """Call a set-up function, which is not counted. Raise EmulationError unless it returns 0."""
        self._machine.must(function, *args, who=f"the {self.name}", fix=FIX)

    def begin(self) -> None:
        """Reset the counters."""
        self._steps = []
        self._machine.call("heap_reset")

    def step(self, datagrams: list[bytes]) -> tuple[bool, list[bytes]]:
        """Process datagrams. Return whether the handshake is complete, and the datagrams to send."""
        self._deliver(datagrams)
        call = self._machine.call("dtls_step", watch=self._functions.watched)
        self._steps.append(call)
        self._peak = self._machine.word("heap_peak")
        if call.result not in (0, self._wants_more):
            raise EmulationError(f"the {self.name}'s handshake failed in dtls_step with {_code(call.result)}", fix=FIX)
        return call.result == 0, self._take_departed()

    def send(self, data: bytes) -> list[bytes]:
        """Encrypt application data, and return the datagrams to send."""
        self._machine.write("message", data)
        call = self._machine.call("dtls_send", watch=self._functions.watched)
        if call.result != len(data):
            raise EmulationError(f"the {self.name} could not send application data in dtls_send", fix=FIX)
        self.sealing = self._functions.by_operation([call.contexts])[SEALING]
        return self._take_departed()

    def receive(self, datagrams: list[bytes]) -> bytes:
        """Return the decrypted application data; empty if there is none."""
        self._deliver(datagrams)
        return self._machine.read("message", max(self._machine.call("dtls_receive").result, 0))

    @property
    def master(self) -> bytes:
        return self._machine.read("master", _MASTER_BYTES)

    def counted(self) -> Counted:
        """Return the cost of all steps since set-up, without the harness's transport of datagrams."""
        return self._machine.counted(
            self._functions.by_operation(call.contexts for call in self._steps),
            max(call.stack_bytes for call in self._steps),
            heap_bytes=self._peak,
            context_bytes=self._machine.call("dtls_context_bytes").result,
        )

    def put(self, name: str, data: bytes) -> None:
        if 4 + len(data) > self.image.symbol(name).size:
            raise EmulationError(f"{len(data)} bytes exceed the harness's buffer {name}", fix=FIX)
        self._machine.write(name, len(data).to_bytes(4, "little") + data)

    def _deliver(self, datagrams: list[bytes]) -> None:
        self.put("arrived", b"".join(len(datagram).to_bytes(2) + datagram for datagram in datagrams))

    def _take_departed(self) -> list[bytes]:
        used = self._machine.word("departed")
        queue = self._machine.read(self.image.symbol("departed").address + 4, used)
        self.put("departed", b"")
        return list(_split(queue))


def shake_hands(ends: Mapping[str, End]) -> list[tuple[str, bytes]]:
    """Step both ends in turn until both are done. Return every datagram with its sender."""
    wire: list[tuple[str, bytes]] = []
    done = dict.fromkeys(SIDES, False)
    waiting: list[bytes] = []
    for turn in range(_MAX_TURNS):
        side = SIDES[turn % 2]
        done[side], waiting = ends[side].step(waiting)
        wire += [(side, datagram) for datagram in waiting]
        if all(done.values()) and not waiting:
            return wire
    raise EmulationError(f"client and server did not finish within {_MAX_TURNS} flights", fix=FIX)


def check_connection(ends: Mapping[str, End]) -> None:
    """Check that application data arrives in both directions and that both ends have the same master secret."""
    client, server = ends[CLIENT], ends[SERVER]
    for sender, receiver in ((client, server), (server, client)):
        data = bytes((7 * i + len(sender.name)) & 0xFF for i in range(MESSAGE_BYTES))
        datagrams = sender.send(data)
        if data in b"".join(datagrams) or receiver.receive(datagrams) != data:
            raise EmulationError(
                f"the {receiver.name} could not read the application data of the {sender.name}", fix=FIX
            )
    if client.master != server.master or not any(client.master):
        raise EmulationError("client and server ended with different master secrets", fix=FIX)


def _split(queue: bytes) -> Iterator[bytes]:
    while queue:
        length = int.from_bytes(queue[:2])
        yield queue[2 : 2 + length]
        queue = queue[2 + length :]


def _code(result: int) -> str:
    return f"-{-result:#06x}" if result < 0 else f"{result}"
