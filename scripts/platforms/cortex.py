"""Test the library on emulated Cortex-M cores with the vectors, and with random messages against the host's results."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from typing import Any

import build
from targets import CORES, LEVELS

HARNESS = build.ROOT / "tests" / "platforms" / "firmware.c"
PIECE, LONGEST_VECTOR = 4096, 1 << 15  # an emulated core would take a minute for a longer vector
BATCH, RANDOM = 9, 60
SEED = 1810


def absent() -> str:
    """Return a message about what this machine lacks, or an empty string."""
    try:
        from wirerate.wings.mcu.lab.emulated_calls import Machine  # noqa: F401
        from wirerate.wings.mcu.lab.firmware import toolchain

        toolchain()
    except ImportError as missing:
        return f"no Python package {missing.name} (pip install '.[mcu]')"
    except Exception as missing:  # wirerate's own errors say what to install
        return f"{missing}"
    return ""


def value(text: str) -> bytes:
    """Decode a field of a vector; vectors/README.md describes the format."""
    if text.startswith("@"):
        return bytes(i % 251 for i in range(int(text[1:])))
    once, _, times = text.partition("*")
    return bytes.fromhex(once) * int(times or "1")


def vectors(name: str) -> Iterator[tuple[str, dict[str, bytes]]]:
    for line in (build.ROOT / "vectors" / name).read_text().splitlines():
        if line and not line.startswith("#"):
            algorithm, *fields = line.split(" ")
            yield algorithm, {key: value(text) for key, text in (field.split("=") for field in fields)}


class Device:
    """An emulated core with the library loaded."""

    def __init__(self, core: str, level: str) -> None:
        from wirerate.wings.mcu.lab.emulated_calls import Machine
        from wirerate.wings.mcu.lab.firmware import Firmware
        from wirerate.wings.mcu.lab.firmware import build as build_image

        core_folder = build.ROOT / "core"
        patterns = ("*.c", "kernels/portable.c")
        parts = tuple(
            (part, tuple(path for pattern in patterns for path in sorted((core_folder / part).glob(pattern))))
            for part in ("cpu", "util", "checksum", "md5", "hmac", "aes", "umac")
        )
        include = (build.ROOT / "include", core_folder)
        image = build_image(Firmware("platform", (HARNESS,), include, core=core, level=level, parts=parts))
        self.machine: Any = Machine(image, core)
        self.buffer = self.machine.scratch(bytes(2 * PIECE + 64))
        self.checks = 0

    def call(self, function: str, data: bytes, *arguments: int, offset: int = 0) -> int:
        self.machine.write(self.buffer + offset, data)
        return int(self.machine.call(function, self.buffer + offset, len(data), *arguments).result)

    def expect(self, subject: str, expected: bytes) -> None:
        result = self.machine.read("out", len(expected))
        self.checks += 1
        if result != expected:
            raise RuntimeError(f"{subject}: {result.hex()}, not {expected.hex()}")

    def faults_unaligned(self) -> bool:
        from wirerate.errors import EmulationError

        try:
            self.machine.call("load_unaligned", self.buffer + 1)
        except EmulationError:
            return True
        return False


def repeated(field: dict[str, bytes]) -> tuple[bytes, int, int]:
    """Return whole pieces joined to at most 4 KiB, how often they repeat in the message, and the bytes left over."""
    times = int.from_bytes(field["times"], "big")
    in_stretch = max(1, min(times, PIECE // max(1, len(field["piece"]))))
    whole, rest = divmod(times, in_stretch)
    return field["piece"] * in_stretch, whole, rest * len(field["piece"])


def use_vector(device: Device, algorithm: str, field: dict[str, bytes]) -> bool:
    """Check one vector. Return False if it is for another algorithm or too long for an emulated core."""
    if algorithm == "md5":
        device.call("run_md5", field["data"], 1)
        device.expect(algorithm, field["digest"])
    elif algorithm == "hmac-md5":
        device.machine.write("key", field["key"])
        if device.call("run_hmac_md5", field["data"], len(field["key"]), len(field["tag"])) != 1:
            raise RuntimeError("hmac-md5: the tag it computed does not verify")
        device.expect(algorithm, field["tag"])
    elif algorithm.startswith("umac-"):
        stretch, whole, rest = repeated(field)
        if rest or len(stretch) * whole > LONGEST_VECTOR:
            return False
        device.machine.write("key", field["key"])
        device.machine.write("nonce", field["nonce"])
        device.call("run_umac", stretch, whole or 1, len(field["nonce"]), len(field["tag"]))
        device.expect(algorithm, field["tag"])
    elif algorithm.startswith("md5-x") and len(field["data"]) <= 2 * PIECE:
        device.call("run_md5_ways", field["data"], int(algorithm.removeprefix("md5-x")))
        device.expect(algorithm, field["digest"])
    else:
        return False
    return True


def use_random(device: Device) -> None:
    """Check random lengths and alignments against the results of the host's kernel."""
    import wirerate

    generator = random.Random(SEED)
    for _ in range(RANDOM):
        data, key, nonce = (generator.randbytes(n) for n in (generator.randrange(3000), 16, generator.randint(1, 16)))
        offset = generator.randrange(16)
        device.machine.write("key", key)
        device.machine.write("nonce", nonce)
        device.call("run_md5", data, 1, offset=offset)
        device.expect(f"md5 of {len(data)} bytes", wirerate.md5(data))
        bits = 8 * generator.randint(1, 16)
        device.call("run_hmac_md5", data, len(key), bits // 8, offset=offset)
        device.expect(f"hmac-md5 of {len(data)} bytes", wirerate.HmacMd5(key).tag(data, bits))
        bits = generator.choice((32, 64, 96, 128))
        device.call("run_umac", data, 1, len(nonce), bits // 8, offset=offset)
        device.expect(f"umac-{bits} of {len(data)} bytes", wirerate.Umac(key, bits).tag(nonce, data))
        if device.call("run_checksum", data, offset=offset) != wirerate.internet_checksum(data):
            raise RuntimeError(f"internet checksum of {len(data)} bytes")
        count = generator.randint(1, min(BATCH, len(data) + 1))
        device.call("run_md5_batch", data, count, offset=offset)
        device.expect(f"batch of {count}", b"".join(wirerate.md5(data[i:]) for i in range(count)))


def examine_core(core: str, level: str, compiler: str, sources: str) -> build.Result:
    """Check the library on one core at one optimisation level."""
    used, checks, strict, failure = 0, 0, "", ""
    try:
        device = Device(core, level)
        for name in ("rfc1321.txt", "rfc2202.txt", "md5-ways.txt", "rfc4418.txt", "umac.txt"):
            used += sum(use_vector(device, algorithm, field) for algorithm, field in vectors(name))
        use_random(device)
        checks, strict = device.checks, "4 8" if device.faults_unaligned() else ""
    except Exception as failed:  # any exception is this platform's failure, and the next one still runs
        failure = f"{type(failed).__name__}: {failed}"
    description = "little-endian, 32-bit, long 4, char unsigned, uint64_t aligned to 8"  # AAPCS32
    return build.Result(core, compiler, level, "quick", sources, description, "portable", strict, checks, used, failure)


def examine(results: build.Results, sources: str) -> list[build.Result]:
    """Return results of every core at every level, running those that are not stored."""
    if reason := absent():
        print(f"skipped: Cortex-M: {reason}")
        return []
    from wirerate.wings.mcu.lab.firmware import toolchain

    compiler = f"gcc {build.number(toolchain().version)}"
    rows = []
    for level in sorted(LEVELS, key=lambda level: level != "-O2"):
        for core in CORES:
            row = results.find(core, compiler, level, "quick")
            if not row:
                start = time.monotonic()
                row = examine_core(core, level, compiler, sources)
                results.add(row)
                print(f"  {'FAIL' if row.failure else 'pass'}  {core} {level:<4} {row.checks} checks "
                      f"{time.monotonic() - start:.1f} s {row.failure}", flush=True)  # fmt: skip
            rows.append(row)
    return rows
