"""libwirerate and Mbed TLS on microcontrollers: tags equal to the RFCs' and the reference's, and plausible costs."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from wirerate.errors import EmulationError, MissingError
from wirerate.wings.mcu.counted_runs import Counted
from wirerate.wings.mcu.cycles import Range, cycles, slope_and_rest
from wirerate.wings.mcu.lab import library
from wirerate.wings.mcu.lab.emulated_calls import Machine
from wirerate.wings.mcu.lab.firmware import build
from wirerate.wings.mcu.lab.library import SUBJECTS, count, firmware

pytestmark = pytest.mark.usefixtures("firmware_cache")

# RFC 1321 appendix A.5; RFC 2202 section 2 (its key is 16 bytes of 0x0b); RFC 1071 section 3; RFC 4418 appendix.
VECTORS = {
    "md5": [(b"", "d41d8cd98f00b204e9800998ecf8427e"), (b"abc", "900150983cd24fb0d6963f7d28e17f72")],
    "hmac-md5": [(b"Hi There", "9294727a3638bb1c13f48ef8158bfc9d")],
    "internet-checksum": [(bytes.fromhex("0001f203f4f5f6f7"), f"{0xFFFF ^ 0xDDF2:04x}")],
    "umac-64": [(b"", "6e155fad26900be1"), (b"abc", "d4d7b9f6bd4fbfcf")],
}
KEYS = {"hmac-md5": (b"\x0b" * 16, b""), "umac-64": (b"abcdefghijklmnop", b"bcdefghi")}


@pytest.mark.parametrize("core", ["cortex-m0", "cortex-m3", "cortex-m4"])
@pytest.mark.parametrize("subject", list(VECTORS))
def test_the_vectors_of_the_rfcs(core: str, subject: str) -> None:
    image = build(firmware(SUBJECTS[subject], core, "-O2"))
    machine = Machine(image, core)
    key, nonce = KEYS.get(subject, (b"", b""))
    machine.write("library_key", key)
    machine.write("library_nonce", nonce)
    assert machine.call("library_prepare").result == 0
    for message, tag in VECTORS[subject]:
        assert machine.call("library_run", machine.scratch(message), len(message)).result == 0
        assert machine.read("library_tag", len(tag) // 2).hex() == tag


def spent(counted: Counted, core: str, length: int = 1280) -> Range:
    return cycles(counted.runs[f"{length}"], core)


def parted(counted: Counted, core: str) -> tuple[Range, Range]:
    """Return the cost per byte and the fixed cost per message."""
    return slope_and_rest({int(length): cycles(trace, core) for length, trace in counted.runs.items()})


def test_costs_are_a_fixed_part_and_one_per_byte() -> None:
    md5, hmac = count("md5", "cortex-m3"), count("hmac-md5", "cortex-m3")
    per_byte, fixed = zip(*(parted(counted, "cortex-m3") for counted in (md5, hmac)), strict=True)
    assert per_byte[0].typical == pytest.approx(per_byte[1].typical, rel=0.01)
    assert fixed[1].low > fixed[0].high
    for counted, slope, rest in zip((md5, hmac), per_byte, fixed, strict=True):
        assert 0 < slope.low <= slope.typical <= slope.high
        modelled = rest.typical + 1280 * slope.typical
        assert modelled == pytest.approx(spent(counted, "cortex-m3").typical, rel=0.02)
        assert {"md5"} < set(counted.blocks)
        assert not {"umac", "harness"} & set(counted.blocks)
    assert hmac.flash_bytes > md5.flash_bytes


@pytest.mark.usefixtures("mbedtls")
@pytest.mark.parametrize("subject", ["sha3-256", "aes-128-ccm"])
def test_mbedtls_algorithms_are_checked_and_counted(subject: str) -> None:
    """The cost grows with the message, and only the subject's code is linked."""
    counted = count(subject, "cortex-m4")
    assert spent(counted, "cortex-m4", 64).typical < spent(counted, "cortex-m4").typical
    assert 10 < parted(counted, "cortex-m4")[0].typical < 1000
    assert counted.stack_bytes < 1024
    blocks = {"sha3-256": "sha", "aes-128-ccm": "cipher"}
    assert blocks[subject] in counted.blocks


@pytest.mark.usefixtures("mbedtls")
def test_a_wrong_tag_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(SUBJECTS, "sha3-256", replace(SUBJECTS["sha3-256"], expected=lambda data: bytes(32)))
    with pytest.raises(EmulationError, match="which is wrong"):
        count("sha3-256", "cortex-m4")


def test_missing_sources_are_an_error(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(library, "files", lambda _: tmp_path)
    monkeypatch.setattr(library, "__file__", str(tmp_path / "a" / "b" / "c" / "d" / "e" / "library.py"))
    with pytest.raises(MissingError, match=r"C sources, .* are not in") as caught:
        library.sources()
    assert "pip install" in caught.value.fix
