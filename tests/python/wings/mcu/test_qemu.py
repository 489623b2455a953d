"""Instruction counts compared with QEMU, which runs the same image with a counting plugin."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from wirerate.errors import MissingError
from wirerate.wings.mcu.curve_options import Toggles, config
from wirerate.wings.mcu.lab.emulated_calls import Machine
from wirerate.wings.mcu.lab.firmware import INSTRUMENT, Firmware, build
from wirerate.wings.mcu.lab.image import Image
from wirerate.wings.mcu.lab.library import SUBJECTS, firmware
from wirerate.wings.mcu.lab.source import fetch

HERE = Path(__file__).parent
PROGRAM = HERE / "qemu_program.c"
QEMU, COMPILER = shutil.which("qemu-system-arm"), shutil.which("cc")
MACHINES = {"cortex-m3": "mps2-an385", "cortex-m4": "mps2-an386"}
MESSAGE_BYTES = 1500
SECP256R1 = 3  # MBEDTLS_ECP_DP_SECP256R1

pytestmark = [
    pytest.mark.skipif(QEMU is None, reason="no qemu-system-arm: apt-get install qemu-system-arm"),
    pytest.mark.skipif(COMPILER is None, reason="no C compiler for QEMU's plugin"),
    pytest.mark.usefixtures("firmware_cache"),
]


@pytest.mark.parametrize(
    ("core", "subject"), [("cortex-m3", "hmac-md5"), ("cortex-m3", "umac-128"), ("cortex-m4", "umac-64")]
)
def test_a_tag_takes_the_instructions_that_qemu_counts(tmp_path: Path, core: str, subject: str) -> None:
    of_subject = firmware(SUBJECTS[subject], core, "-O2")
    image = build(
        Firmware(
            name="qemu",
            sources=(*of_subject.sources, PROGRAM),
            include=of_subject.include,
            defines=(*of_subject.defines, f"MESSAGE_BYTES={MESSAGE_BYTES}"),
            core=core,
            parts=of_subject.parts,
        )
    )
    machine = Machine(image, core)
    assert machine.call("library_prepare").result == 0
    call = machine.call("library_run", image.symbol("message").address, MESSAGE_BYTES)
    assert call.result == 0
    assert call.trace.instructions > MESSAGE_BYTES
    assert call.trace.instructions + call.trace.unmetered == counted(image, core, "library_run", tmp_path)


@pytest.mark.parametrize("core", ["cortex-m3", "cortex-m4"])
def test_a_signature_takes_the_instructions_that_qemu_counts(tmp_path: Path, core: str) -> None:
    """The program has bignums with UMLAL and UMAAL, an allocator, and loads in IT blocks."""
    try:
        library = fetch()
    except MissingError as error:
        pytest.skip(str(error))
    image = build(
        Firmware(
            name="qemu",
            sources=(INSTRUMENT / "ecc.c", INSTRUMENT / "test_random.c", PROGRAM),
            include=(INSTRUMENT,),
            defines=("ECC_SIGN", f"GROUP={SECP256R1}"),
            library=library,
            config_h=config("3.6", ("secp256r1",), Toggles()),
            core=core,
        )
    )
    machine = Machine(image, core)
    assert machine.call("ecc_prepare", SECP256R1).result == 0
    call = machine.call("ecc_sign")
    assert call.result == 0
    assert call.trace.instructions > 1_000_000
    assert call.trace.instructions + call.trace.unmetered == counted(image, core, "ecc_sign", tmp_path)


def counted(image: Image, core: str, function: str, folder: Path) -> int:
    """Return QEMU's count of instructions from a function's entry to its return to main."""
    assert QEMU is not None
    assert COMPILER is not None
    entry, main = image.symbol(function), image.symbol("main")
    marks = {"ENTRY": entry.address, "MAIN_FIRST": main.address, "MAIN_LAST": main.address + main.size - 1}
    plugin = folder / "counter.so"
    build_plugin = [COMPILER, "-shared", "-fPIC", "-O1", *(f"-D{name}={value}" for name, value in marks.items())]
    subprocess.run([*build_plugin, str(HERE / "qemu_counter.c"), "-o", str(plugin)], check=True)
    command = [QEMU, "-M", MACHINES[core], "-kernel", str(image.elf), "-plugin", str(plugin), "-display", "none"]
    command += ["-semihosting-config", "enable=on,target=native", "-monitor", "none", "-serial", "none"]
    done = subprocess.run(command, timeout=120, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    if "plugin" in done.stderr and done.returncode:
        pytest.skip(f"this QEMU does not take the plugin: {done.stderr.strip()}")
    found = re.search(r"^executed (\d+)$", done.stderr, re.MULTILINE)
    assert found, done.stderr
    return int(found[1])
