"""Building firmware: caching, atomic folders, and errors."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from wirerate.errors import ConfigurationError, MissingError, UsageError
from wirerate.wings.mcu.lab import firmware
from wirerate.wings.mcu.lab.firmware import Firmware, build, enabled_sources
from wirerate.wings.mcu.lab.image import Image
from wirerate.wings.mcu.lab.source import atomic_folder, cache_folder

TINY = Path(__file__).parents[1] / "tiny.c"


@pytest.fixture
def source(tmp_path: Path) -> Path:
    path = tmp_path / "one.c"
    path.write_text('#include "two.h"\nint answer(void) { return ANSWER; }\n')
    (tmp_path / "two.h").write_text("#ifndef ANSWER\n#define ANSWER 42\n#endif\n")
    return path


def counted(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return a list that will receive the names of images actually built."""
    made: list[str] = []
    make_image = firmware._make_image

    def make(firmware: Firmware, *rest: object) -> None:
        made.append(firmware.name)
        make_image(firmware, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(firmware, "_make_image", make)
    return made


def test_an_image_is_built_once_and_again_after_any_change(
    own_cache: Path, source: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = counted(monkeypatch)
    firmware = Firmware("one", (source,), (source.parent,), core="cortex-m3")
    first = build(firmware)
    assert build(firmware) == first
    assert len(made) == 1
    variants = [
        build(replace(firmware, level="-Os")),
        build(replace(firmware, core="cortex-m0")),
        build(replace(firmware, defines=("ANSWER=43",))),
    ]
    (source.parent / "two.h").write_text("#define ANSWER 44\n")
    variants.append(build(firmware))
    source.write_text(source.read_text() + "/* changed */\n")
    variants.append(build(firmware))
    assert len({first.elf, *(image.elf for image in variants)}) == len(made) == 6


def test_two_builds_of_one_content_are_the_same_to_the_byte(own_cache: Path, tmp_path: Path, source: Path) -> None:
    firmware = Firmware("one", (source, TINY), (source.parent,), core="cortex-m4")
    first = build(firmware).elf
    kept = first.read_bytes()
    shutil.rmtree(first.parent)
    assert build(firmware).elf.read_bytes() == kept


def test_a_build_that_is_killed_leaves_nothing_under_the_name(own_cache: Path, tmp_path: Path) -> None:
    target = tmp_path / "made"
    code = (
        "import sys, time; from pathlib import Path; from wirerate.wings.mcu.lab.source import atomic_folder\n"
        "with atomic_folder(Path(sys.argv[1])) as new:\n"
        "    (new / 'half').write_text('half'); print(new, flush=True); time.sleep(60)"
    )
    with subprocess.Popen([sys.executable, "-c", code, str(target)], stdout=subprocess.PIPE, text=True) as child:
        assert child.stdout is not None
        half = Path(child.stdout.readline().strip())
        child.kill()
    assert (half / "half").exists()
    assert not target.exists()
    with atomic_folder(target) as new:
        (new / "whole").write_text("whole")
    assert [path.name for path in target.iterdir()] == ["whole"]
    assert half.exists(), "another process may still be filling it"
    os.utime(half, (0, 0))
    with atomic_folder(target):
        assert not half.exists()


def test_the_first_of_two_that_make_the_same_wins(tmp_path: Path) -> None:
    target = tmp_path / "made"
    with atomic_folder(target) as slower:
        (slower / "by").write_text("slower")
        with atomic_folder(target) as faster:
            (faster / "by").write_text("faster")
    assert (target / "by").read_text() == "faster"
    assert [path.name for path in tmp_path.iterdir()] == ["made"]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("int f(void) { return missing; }", "error: 'missing' undeclared"),
        ("int absent(void); int f(void) { return absent(); }", "undefined reference to `absent'"),
        ("char big[8 << 20] = {1};", "overflowed"),
    ],
)
def test_a_refusal_carries_the_compilers_first_error(own_cache: Path, tmp_path: Path, text: str, words: str) -> None:
    bad = tmp_path / "bad.c"
    bad.write_text(text)
    with pytest.raises(ConfigurationError, match=words) as failed:
        build(Firmware("bad", (bad,)))
    assert failed.value.exit_code == 2
    assert not list((cache_folder() / "images").glob("*bad*"))


def test_a_wrong_level_or_core_is_a_usage_error(own_cache: Path) -> None:
    with pytest.raises(UsageError, match="level") as failed:
        build(Firmware("tiny", (TINY,), level="-O4"))
    assert "-O" in failed.value.fix
    with pytest.raises(UsageError, match="core") as failed:
        build(Firmware("tiny", (TINY,), core="cortex-m5"))
    assert "cortex-m" in failed.value.fix


def test_without_the_compiler_the_error_names_the_command(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    firmware.toolchain.cache_clear()
    try:
        with pytest.raises(MissingError) as failed:
            build(Firmware("tiny", (TINY,)))
    finally:
        firmware.toolchain.cache_clear()
    assert failed.value.exit_code == 4
    assert failed.value.fix == "sudo apt-get install gcc-arm-none-eabi libnewlib-arm-none-eabi libnewlib-dev"


def test_flash_by_building_block(tiny: Callable[[str], Image]) -> None:
    image = tiny("cortex-m3")
    blocks = image.flash_bytes
    assert set(blocks) == {"harness", "libc"}
    assert 0 <= image.stored_bytes - sum(blocks.values()) <= 256, "the rest is the instrument's"
    assert blocks["harness"] >= sum(
        s.size for s in image.symbols.values() if s.function and s.name in ("looks", "five")
    )
    assert image.function_at(image.symbol("looks").address + 4) == "looks+0x4"
    assert image.function_at(0x7FFF_0000) == "0x7fff0000"


def test_a_file_that_is_no_arm_program_is_an_error(own_cache: Path, tmp_path: Path) -> None:
    text = tmp_path / "text.elf"
    text.write_text("no ELF file")
    with pytest.raises(UsageError, match="not an ELF file"):
        _ = Image(text).symbols
    with pytest.raises(UsageError, match="not a program for 32-bit Arm"):
        _ = Image(Path(sys.executable).resolve()).symbols
    with pytest.raises(UsageError, match="cannot read"):
        _ = Image(tmp_path / "nothing.elf").symbols


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """Return a library laid out like Mbed TLS: one file that is always compiled, and two with a switch each."""
    folder = tmp_path / "tree"
    (folder / "include" / "mbedtls").mkdir(parents=True)
    (folder / "library").mkdir()
    (folder / "library" / "common.h").write_text("#include MBEDTLS_CONFIG_FILE\n")
    (folder / "library" / "ecp.c").write_text('#include "common.h"\nint always(void) { return 1; }\n')
    for name, value in (("one", 10), ("two", 20)):
        macro = f"MBEDTLS_{name.upper()}_C"
        text = (
            f'#include "common.h"\n#if defined({macro})\nint {name}(void) {{ return {value}; }}\n#endif /* {macro} */\n'
        )
        (folder / "library" / f"{name}.c").write_text(text)
    return folder


def test_a_library_is_compiled_as_configured_and_shared(own_cache: Path, tree: Path, tmp_path: Path) -> None:
    harness = tmp_path / "harness.c"
    harness.write_text("int always(void);\nint one(void);\nint both(void) { return always() + one(); }\n")
    firmware = Firmware("both", (harness,), library=tree, config_h="#define MBEDTLS_ONE_C\n")
    image = build(firmware)
    assert {"always", "one", "both"} <= set(image.symbols)
    assert image.flash_bytes["ecp"] > 0
    objects = cache_folder() / "objects"
    (made,) = objects.iterdir()
    assert sorted(path.stem for path in made.glob("*.o")) == ["ecp", "one"], "two.c is empty without its switch"
    harness.write_text(harness.read_text() + "int more(void) { return 3; }\n")
    build(firmware)
    assert list(objects.iterdir()) == [made], "the library's objects are shared"
    with pytest.raises(ConfigurationError, match="undefined reference to `one'"):
        build(replace(firmware, config_h="#define MBEDTLS_TWO_C\n"))
    with pytest.raises(ConfigurationError, match="error: #error no"):
        build(replace(firmware, config_h="#error no\n"))


def test_only_a_guard_around_the_whole_file_leaves_it_out(own_cache: Path, tree: Path) -> None:
    flags = ["-include", "stddef.h", '-DMBEDTLS_CONFIG_FILE="stdint.h"']
    partly = tree / "library" / "partly.c"
    partly.write_text("#if defined(MBEDTLS_ONE_C)\nint a;\n#endif /* MBEDTLS_ONE_C */\nint b;\n")
    either = tree / "library" / "either.c"
    either.write_text("#if defined(MBEDTLS_ONE_C) || 1\nint c;\n#endif /* MBEDTLS_ONE_C */\n")
    sources = sorted((tree / "library").glob("*.c"))
    kept = enabled_sources(sources, flags)
    assert [path.stem for path in kept] == ["ecp", "either", "partly"]
