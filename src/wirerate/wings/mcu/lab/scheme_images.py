# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Build the image of a scheme from the harness and one implementation, call its operations, and check their results."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from wirerate.catalogue.schemes import IMPLEMENTATIONS, KEM, SCHEMES, SIGNATURE, SLH_DSA, Implementation, Scheme
from wirerate.errors import EmulationError
from wirerate.wings.mcu.counted_runs import Counted
from wirerate.wings.mcu.cycles import Trace
from wirerate.wings.mcu.lab.emulated_calls import Call, Machine
from wirerate.wings.mcu.lab.firmware import INSTRUMENT, Firmware, build
from wirerate.wings.mcu.lab.image import Image
from wirerate.wings.mcu.lab.source import fetch_tree
from wirerate.wings.mcu.scheme_numbers import SHARED_BYTES
from wirerate.wings.mcu.target import LEVEL

TEXT_BYTES = 1 << 16  # length of the buffer for the text to sign


@dataclass(frozen=True)
class Choice:
    """A scheme, its implementation, and the core and optimisation level to compile it for."""

    scheme: str
    implementation: str = "pqclean"
    core: str = "cortex-m4"
    level: str = LEVEL

    @property
    def facts(self) -> Scheme:
        return SCHEMES[self.scheme]


@dataclass(frozen=True)
class _Code:
    """The sources of an implementation, and the names of its functions by operation."""

    parts: tuple[tuple[str, tuple[Path, ...]], ...]
    include: tuple[Path, ...]
    functions: dict[str, str]
    random: str
    defines: tuple[str, ...] = ()


def image(choice: Choice, operations: Iterable[str], jobs: int | None = None, defines: Sequence[str] = ()) -> Image:
    """Build an image with only these operations, or return it from the cache."""
    return build(firmware(choice, tuple(operations), defines), jobs)


def firmware(choice: Choice, operations: tuple[str, ...], defines: Sequence[str] = ()) -> Firmware:
    scheme = choice.facts
    code = _CODE[choice.implementation](IMPLEMENTATIONS[choice.implementation], scheme)
    sizes = {"PUBLIC_KEY": scheme.public_key, "SECRET_KEY": scheme.secret_key, "MESSAGE": scheme.message}
    sizes |= {"TEXT": TEXT_BYTES} if scheme.kind == SIGNATURE else {"SHARED": SHARED_BYTES}
    return Firmware(
        name=f"{choice.scheme}-{choice.implementation}",
        sources=(INSTRUMENT / "scheme.c",),
        include=code.include,
        defines=(
            *(f"SCHEME_{name}_BYTES={size}" for name, size in sizes.items()),
            *(f"SCHEME_{operation.upper()}={code.functions[operation]}" for operation in operations),
            f"SCHEME_RANDOM={code.random}",
            *code.defines,
            *defines,
        ),
        core=choice.core,
        level=choice.level,
        parts=code.parts,
        allocates=False,
    )


def _trees(implementation: Implementation) -> list[Path]:
    """Return the unpacked source trees of an implementation."""
    return [fetch_tree(f"{archive.name} ({implementation.title})", (archive,)) for archive in implementation.archives]


def _pqclean(implementation: Implementation, scheme: Scheme) -> _Code:
    common, *trees = _trees(implementation)
    mechanism = scheme.kind == KEM
    tree = trees[0 if mechanism else 1]
    folder = tree / ("crypto_kem" if mechanism else "crypto_sign") / scheme.name / "clean"
    prefix = f"PQCLEAN_{scheme.title.replace('-', '').upper()}_CLEAN_crypto_{'kem' if mechanism else 'sign'}_"
    names = {"keygen": "keypair", "encapsulate": "enc", "decapsulate": "dec"}
    names |= {"sign": "signature_ctx", "verify": "verify_ctx"}
    return _Code(
        parts=((scheme.name, tuple(sorted(folder.glob("*.c")))), ("keccak", (common / "cfiles" / "fips202.c",))),
        include=(INSTRUMENT / "pqclean", common / "include", folder, tree / "common"),
        functions={operation: prefix + names[operation] for operation in scheme.operations},
        random="PQCRYPTO_RUST_randombytes",
    )


def _native(implementation: Implementation, scheme: Scheme) -> _Code:
    """Return the code of mlkem-native or mldsa-native: one file that includes the rest, and PQClean's hash."""
    common, tree = _trees(implementation)
    mechanism = scheme.kind == KEM
    folder = tree / ("ml_kem/mlkem" if mechanism else "ml_dsa/mldsa")
    prefix, macro = ("mlkem", "MLK") if mechanism else ("mldsa", "MLD")
    names = {"keygen": "keypair", "encapsulate": "enc", "decapsulate": "dec", "sign": "signature", "verify": "verify"}
    defines = (f'{macro}_CONFIG_FILE="native_config.h"', f"{macro}_CONFIG_PARAMETER_SET={scheme.name.split('-')[2]}")
    return _Code(
        parts=((scheme.name, (folder / f"{prefix}_native_bcm.c",)), ("keccak", (common / "cfiles" / "fips202.c",))),
        include=(INSTRUMENT / "native", common / "include", folder),
        functions={operation: f"{prefix}_{names[operation]}" for operation in scheme.operations},
        random="randombytes",
        defines=(*defines, "SCHEME_FIXED_SIZE"),
    )


def _monocypher(implementation: Implementation, scheme: Scheme) -> _Code:
    """Return Monocypher's code. The adapter to the harness is a separate building block."""
    (tree,) = _trees(implementation)
    sources = (tree / "src" / "monocypher.c", tree / "src" / "optional" / "monocypher-ed25519.c")
    return _Code(
        parts=((scheme.name, sources), ("glue", (INSTRUMENT / "monocypher_scheme.c",))),
        include=(tree / "src", tree / "src" / "optional"),
        functions={operation: f"monocypher_{scheme.name}_{operation}" for operation in scheme.operations},
        random="monocypher_random",
        defines=("SCHEME_FIXED_SIZE",),
    )


def _wolfssl(implementation: Implementation, scheme: Scheme) -> _Code:
    """Return wolfSSL's code. The hashes and the adapter to the harness are separate building blocks."""
    (tree,) = _trees(implementation)
    sources = tree / "wolfcrypt" / "src"
    _, family, size = scheme.name.upper().rsplit("-", 2)
    other_sizes = ("192", "256") if "128" in size else ("128", "256" if "192" in size else "192")
    left_out = (*other_sizes, "FAST" if size.endswith("S") else "SMALL")
    prefix = "WOLFSSL_SLHDSA_PARAM_NO_" + ("SHA2_" if family == "SHA2" else "")
    blocks = {"sha2": ("sha256", "sha512", "hmac", "hash"), "sha3": ("sha3",)}
    return _Code(
        parts=(
            (scheme.name, (sources / "wc_slhdsa.c",)),
            *((block, tuple(sources / f"{name}.c" for name in names)) for block, names in blocks.items()),
            ("glue", (INSTRUMENT / "wolfcrypt_scheme.c",)),
        ),
        include=(INSTRUMENT / "wolfcrypt", tree),
        functions={operation: f"wolfcrypt_{operation}" for operation in scheme.operations},
        random="wolfcrypt_random",
        defines=(
            "WOLFSSL_USER_SETTINGS",
            f"SLH_{family}",
            f"SLH_SET=SLHDSA_{family}{'_' if family == 'SHA2' else ''}{size}",
            *(prefix + name for name in left_out),
            "SCHEME_FIXED_SIZE",
        ),
    )


_CODE = {
    "pqclean": _pqclean,
    "monocypher": _monocypher,
    "mlkem-native": _native,
    "mldsa-native": _native,
    "wolfssl": _wolfssl,
}


SEED = hashlib.shake_256(b"wirerate").digest(96)  # the keys are derived from it
RANDOMNESS = hashlib.sha256(b"wirerate").digest()  # for encapsulation; signing is deterministic
FIX = "the implementation, the compiler or the emulator is at fault: try another ‹level›"


def text(number: int) -> bytes:
    """Return a text to sign: 32 bytes, the length of a digest."""
    return hashlib.sha256(f"wirerate {number}".encode()).digest()


def signing_randomness(scheme: Scheme, secret: bytes) -> bytes:
    """Return the randomness of deterministic signing: the public seed for SLH-DSA, zeros otherwise."""
    n = len(secret) // 4
    return secret[2 * n : 3 * n] if scheme.family == SLH_DSA else bytes(32)


@dataclass(frozen=True)
class OperationCount:
    """The cost of an operation whose result was checked."""

    operation: str
    counted: Counted
    calls: tuple[Call, ...]  # for ML-DSA sign: a call without rejection, and a call for each reason for rejection


def count_calls(
    operation: str,
    calls: Sequence[Call],
    built: Image,
    rejected: Mapping[str, Trace] | None = None,
    composed: Trace | None = None,
) -> OperationCount:
    """Return the cost of an operation. Its trace is `composed` or, without it, the first call's."""
    counted = Counted(
        runs={"": composed or calls[0].trace, **(rejected or {})},
        stack_bytes=max(call.stack_bytes for call in calls),
        static_bytes=sum(size for block, size in built.static_bytes.items() if block != "harness"),
        blocks=built.blocks,
        composed=composed is not None,
    )
    return OperationCount(operation, counted, tuple(calls))


def call_operation(machine: Machine, choice: Choice, operation: str, *args: int, is_counted: bool = True) -> Call:
    return machine.must(f"scheme_{operation}", *args, who=describe(choice), fix=FIX, counted=is_counted)


def check_results(machine: Machine, choice: Choice, operation: str, **expected: bytes) -> None:
    for name, value in expected.items():
        if machine.read(name, len(value)) != value:
            field = name.removeprefix("scheme_").replace("_", " ")
            raise EmulationError(f"{describe(choice)}: {operation} returned a wrong {field}", fix=FIX)


def describe(choice: Choice) -> str:
    return f"{choice.scheme}@{choice.implementation} on {choice.core}"
