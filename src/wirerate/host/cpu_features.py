# SPDX-License-Identifier: Apache-2.0 OR MIT
"""CPU features by processor model. A feature that the model has but /proc/cpuinfo lacks is hidden by the hypervisor.

borg and gocryptfs were slow for years on hosts whose kvm64 model hid AES and SHA instructions. Only features
that an authenticator can use are listed. Sources: AMD "Software Optimization Guide" for families 17h, 19h and 1Ah;
Intel "Architecture Instruction Set Extensions" (319433), table of introductions by processor.
"""

from __future__ import annotations

from collections.abc import Collection

# Features that some authenticator can use, in Linux's spelling.
MATTER = (
    "ssse3 sse4_1 sse4_2 avx avx2 bmi2 adx aes pclmulqdq sha_ni gfni vaes vpclmulqdq "
    "avx512f avx512bw avx512vl avx512dq avx512ifma avx512vbmi asimd pmull sha1 sha2 sha3 sve sve2"
).split()

_BASE = "ssse3 sse4_1 sse4_2 avx avx2 bmi2 aes pclmulqdq"
_AVX512 = "avx512f avx512bw avx512vl avx512dq"
_ICE_LAKE = f"{_BASE} adx sha_ni gfni vaes vpclmulqdq {_AVX512} avx512ifma avx512vbmi"

_AMD = {  # by family and first model of a generation
    (0x17, 0x00): f"{_BASE} adx sha_ni",  # Zen, Zen 2
    (0x19, 0x00): f"{_BASE} adx sha_ni vaes vpclmulqdq",  # Zen 3
    (0x19, 0x10): _ICE_LAKE,  # Zen 4 servers
    (0x19, 0x20): f"{_BASE} adx sha_ni vaes vpclmulqdq",  # Zen 3 desktops
    (0x19, 0x60): _ICE_LAKE,  # Zen 4 desktops
    (0x19, 0xA0): _ICE_LAKE,  # Zen 4c servers
    (0x1A, 0x00): _ICE_LAKE,  # Zen 5
}

_INTEL = {  # servers of family 6, by model
    0x3F: _BASE,  # Haswell
    0x4F: f"{_BASE} adx",  # Broadwell
    0x56: f"{_BASE} adx",  # Broadwell D
    0x55: f"{_BASE} adx {_AVX512}",  # Skylake, Cascade Lake, Cooper Lake
    0x6A: _ICE_LAKE,
    0x6C: _ICE_LAKE,  # Ice Lake D
    0x8F: _ICE_LAKE,  # Sapphire Rapids
    0xCF: _ICE_LAKE,  # Emerald Rapids
    0xAD: _ICE_LAKE,  # Granite Rapids
    0xAF: f"{_BASE} adx sha_ni gfni vaes vpclmulqdq",  # Sierra Forest
}


def expected(vendor: str, family: int, model: int) -> tuple[str, ...]:
    """Return the features of a processor; empty if it is not in the table."""
    if vendor == "AuthenticAMD":
        generations = [first for of, first in _AMD if of == family and first <= model]
        return tuple(_AMD[family, max(generations)].split()) if generations else ()
    return tuple(_INTEL.get(model, "").split()) if vendor == "GenuineIntel" and family == 6 else ()


def hidden(vendor: str, family: int, model: int, present: Collection[str]) -> tuple[str, ...]:
    """Return the features that the processor has but this machine hides."""
    return tuple(flag for flag in expected(vendor, family, model) if flag not in present)
