"""The output of scripts/amalgamate.py, compiled as another project would: alone, as C99 or C++17, with every available
compiler.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
TESTS = ROOT / "tests" / "core"
STRICT = ("-std=c99", "-pedantic", "-Wall", "-Wextra", "-Wshadow", "-Wundef", "-Wcast-qual", "-Werror")
TCC = ("-std=c99", "-pedantic", "-Wall", "-Wextra", "-Werror")
CPP = ("-x", "c++", "-std=c++17", "-Wall", "-Wextra", "-Werror")
COMPILERS = ("gcc", "clang", "tcc")
OPENSSH = {f"umac{wide}_{verb}" for wide in ("", "128") for verb in ("new", "update", "final", "delete")}
LIBC = {"memcpy", "memmove", "memset", "memcmp", "strcmp"}
NO_EXECUTABLE_STACK = ("-Wl,-z,noexecstack",)  # tcc does not mark its objects as needing no executable stack
# Tests that need no internals of the library, with their arguments. The last three test the machine code: what it
# leaves on the stack, how much stack it uses, and whether profilers can unwind it.
PROGRAMS = {"vectors": (), "ah_own_mac": (), "long": ("quick",)}
MACHINE = {"wiped": (), "stack": (), "unwind": ()}


def run(*command: str | Path) -> str:
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{command}\n{done.stdout}{done.stderr}"
    assert not done.stderr, done.stderr
    return done.stdout


def found(program: str, package: str = "") -> str:
    if not shutil.which(program):
        pytest.skip(f"no {program} (Debian: {package or program})")
    return program


@pytest.fixture(scope="module")
def dist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("dist")
    run(sys.executable, "-B", ROOT / "scripts" / "amalgamate.py", folder)
    return folder


Built = Callable[..., Path]


@pytest.fixture(scope="module")
def built(dist: Path, tmp_path_factory: pytest.TempPathFactory) -> Built:
    """Compile a file of the amalgamation, in a folder with only that file and its header, once for all tests.

    All warnings of a strict user are errors, whatever the object is used for.
    """

    @cache
    def once(file: str, compiler: str, *flags: str) -> Path:
        folder = tmp_path_factory.mktemp(file)
        for suffix in (".c", ".h"):
            shutil.copy(dist / f"{file}{suffix}", folder)
        strict = TCC if compiler == "tcc" else STRICT
        run(found(compiler), *strict, *flags, "-c", folder / f"{file}.c", "-o", folder / f"{file}.o")
        return folder / f"{file}.o"

    return once


@pytest.fixture(scope="module")
def steps(dist: Path, tmp_path_factory: pytest.TempPathFactory) -> Callable[..., Path]:
    """Assemble wirerate_steps.S once for each compiler."""

    @cache
    def once(compiler: str, *flags: str) -> Path:
        target = tmp_path_factory.mktemp("steps") / "steps.o"
        run(found(compiler), *flags, "-c", dist / "wirerate_steps.S", "-o", target)
        return target

    return once


def program(
    dist: Path, name: str, *objects: str | Path, compiler: str = "gcc", libraries: tuple[str, ...] = ()
) -> Path:
    """Link a test of tests/core with objects of the amalgamation and nothing else of the library."""
    built = objects[0] if isinstance(objects[0], Path) else dist
    target = built.parent / f"{compiler}-{built.stem}-{name}"
    if not target.exists():
        own = [_test_object(dist, source, compiler) for source in (f"test_{name}", "vectors")]
        run(compiler, *own, *objects, "-o", target, *libraries)
    return target


@cache
def _test_object(dist: Path, source: str, compiler: str) -> Path:
    """Compile a test once, for all objects that it is linked with."""
    target = dist.parent / f"{dist.name}-{compiler}-{source}.o"
    defined = ("-D_GNU_SOURCE", f'-DWR_VECTORS="{ROOT / "vectors"}"')
    folders = [f"-I{folder}" for folder in (dist, ROOT / "include", ROOT / "core", TESTS)]
    run(compiler, "-std=c11", "-O1", *defined, *folders, "-c", TESTS / f"{source}.c", "-o", target)
    return target


def names(*command: str | Path) -> set[str]:
    """Return the names that nm prints."""
    return {line.split()[-1] for line in run("nm", *command).splitlines() if line}


@pytest.mark.parametrize("file", ["wirerate", "umac"])
@pytest.mark.parametrize("compiler", COMPILERS)
def test_it_compiles_alone_without_a_word(built: Built, compiler: str, file: str) -> None:
    source = built(file, compiler, "-O2").with_suffix(".c")
    if compiler != "tcc":  # C11's atomics, without kernels
        run(compiler, *STRICT, "-std=c11", "-O2", "-fsyntax-only", source)
        run(compiler, *STRICT, "-fsyntax-only", "-DWR_PORTABLE_ONLY", source)


@pytest.mark.parametrize("compiler", ["g++", "clang++"])
def test_it_compiles_as_cpp_and_passes_the_vectors(
    dist: Path, tmp_path: Path, steps: Callable[..., Path], compiler: str
) -> None:
    library = tmp_path / "cpp.o"
    run(found(compiler), *CPP, "-DWR_PORTABLE_ONLY", "-fsyntax-only", dist / "wirerate.c")
    run(compiler, *CPP, "-fsyntax-only", dist / "umac.c")
    run(compiler, *CPP, "-O1", "-c", dist / "wirerate.c", "-o", library)
    for name, words in PROGRAMS.items():
        run(program(dist, name, library, steps("gcc")), *words)


@pytest.mark.parametrize("file", ["wirerate.h", "umac.h"])
def test_its_headers_are_cpp(dist: Path, file: str) -> None:
    run(
        found("g++"),
        "-std=c++11",
        "-pedantic",
        "-Wall",
        "-Wextra",
        "-Werror",
        "-fsyntax-only",
        "-x",
        "c++",
        dist / file,
    )


@pytest.mark.parametrize("level", ["-O2", "-O3"])
@pytest.mark.parametrize("compiler", COMPILERS[:2])
def test_it_passes_the_vectors_and_keeps_the_librarys_promises(
    dist: Path, built: Built, steps: Callable[..., Path], compiler: str, level: str
) -> None:
    library = built("wirerate", compiler, level)
    for name, words in (PROGRAMS | MACHINE).items():
        # Resolve symbols at the start, as CMakeLists.txt does for these tests.
        test = program(
            dist, name, library, steps(compiler), compiler=compiler, libraries=("-pthread", "-lm", "-Wl,-z,now")
        )
        run(test, *words)


@pytest.mark.parametrize("compiler", ["gcc", "tcc"])
def test_its_portable_form_passes_the_vectors(
    dist: Path, built: Built, steps: Callable[..., Path], compiler: str
) -> None:
    library = built("wirerate", compiler, "-O2", "-DWR_PORTABLE_ONLY")
    nothing = steps("gcc", "-DWR_PORTABLE_ONLY")
    for name, words in PROGRAMS.items():
        run(program(dist, name, library, nothing, libraries=NO_EXECUTABLE_STACK), *words)


def test_it_exports_the_library_and_takes_nothing_but_a_few_functions_of_libc(
    dist: Path, tmp_path: Path, built: Built
) -> None:
    declared = set(re.findall(r"^WR_API [^(;]*?(\w+)\(", (dist / "wirerate.h").read_text(), re.MULTILINE))
    shared = tmp_path / "libwirerate.so"
    run("gcc", "-shared", "-fPIC", dist / "wirerate.c", dist / "wirerate_steps.S", "-o", shared)
    assert names("-D", "--defined-only", shared) == declared
    hidden = ("-DWR_API=", "-fvisibility=hidden")
    run("gcc", *hidden, "-shared", "-fPIC", dist / "wirerate.c", dist / "wirerate_steps.S", "-o", shared)
    assert names("-D", "--defined-only", shared) == set()
    assert names("-u", built("wirerate", "gcc", "-O2", "-DWR_PORTABLE_ONLY")) <= LIBC


def test_the_guide_s_lines_make_one_object_of_each_file(tmp_path: Path) -> None:
    guide = (ROOT / "docs" / "guides" / "c-library.md").read_text()
    section = guide.partition("\n## The sources as three files\n")[2].partition("\n## ")[0]
    lines = "".join(re.findall(r"```sh\n(.*?)```", section, re.DOTALL)).splitlines()
    assert len(lines) == 2
    (tmp_path / "scripts").symlink_to(ROOT / "scripts")
    for line in lines:
        done = subprocess.run(line, shell=True, cwd=tmp_path, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
    assert {path.name for path in tmp_path.glob("*.o")} == {"wirerate.o", "wirerate_steps.o"}


def test_umac_exports_openssh_s_names_and_allocates_a_context(built: Built) -> None:
    library = built("umac", "gcc", "-O2")
    assert names("-g", "--defined-only", library) == OPENSSH
    assert names("-u", library) <= LIBC | {"calloc", "free", "getauxval"}


@pytest.mark.parametrize("others", ["", "-fno-strict-aliasing -ftrapv"])
@pytest.mark.parametrize("level", ["-O0", "-O1", "-O2", "-O3"])
@pytest.mark.parametrize("compiler", COMPILERS[:2])
def test_umac_is_right_whatever_the_flags(dist: Path, built: Built, compiler: str, level: str, others: str) -> None:
    """OpenSSH's own code is wrong under strict aliasing, and OpenSSH uses -ftrapv: tests/core/umac_flags.cmake."""
    library = built("umac", compiler, level, *others.split())
    run(program(dist, "openssh_umac", library, compiler=compiler))


@pytest.mark.parametrize("how", ["gcc -DWR_PORTABLE_ONLY", "tcc"])
def test_umac_s_portable_form_is_right(dist: Path, built: Built, how: str) -> None:
    compiler, *words = how.split()
    library = built("umac", compiler, *words)
    run(program(dist, "openssh_umac", library, libraries=NO_EXECUTABLE_STACK))


def test_umac_goes_where_openssh_s_own_was(dist: Path, tmp_path: Path) -> None:
    """umac128.c renames the functions, sets the tag length, and includes umac.c a second time."""
    renaming = [f"#define umac_{name} umac128_{name}" for name in ("new", "update", "final", "delete", "ctx")]
    second = tmp_path / "umac128.c"
    second.write_text("\n".join(["#define UMAC_OUTPUT_LEN 16", *renaming, '#include "umac.c"', ""]))
    objects = tmp_path / "umac.o", tmp_path / "umac128.o"
    run("gcc", *STRICT, "-c", dist / "umac.c", "-o", objects[0])
    run("gcc", *STRICT, f"-I{dist}", "-c", second, "-o", objects[1])
    run(program(dist, "openssh_umac", *objects))


@pytest.mark.parametrize("processor", ["qemu64", "Nehalem", "Haswell"])
def test_older_processors_get_a_kernel_of_theirs(
    dist: Path, built: Built, steps: Callable[..., Path], processor: str
) -> None:
    """Run portable AES with SSE2's NH, then with AES-NI, then AVX2. Other tests run this machine's own kernel."""
    emulator = found("qemu-x86_64", "qemu-user")
    library, umac = built("wirerate", "gcc", "-O2"), built("umac", "gcc", "-O2")
    for test in (program(dist, "vectors", library, steps("gcc")), program(dist, "openssh_umac", umac)):
        done = subprocess.run(
            [emulator, "-cpu", processor, str(test), "quick"], capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stdout + done.stderr


def test_arm_gets_its_kernels(dist: Path, tmp_path: Path) -> None:
    compiler = found("aarch64-linux-gnu-gcc", "gcc-aarch64-linux-gnu")
    emulator = found("qemu-aarch64", "qemu-user")
    library, umac = tmp_path / "wirerate.o", tmp_path / "umac.o"
    run(compiler, *STRICT, "-O2", "-c", dist / "wirerate.c", "-o", library)
    run(compiler, *STRICT, "-O2", "-c", dist / "umac.c", "-o", umac)
    assert "umac_neon_compute_nh" in names(umac)
    assert "aes_armv8_encrypt_blocks" in names(umac)
    for name, objects in (("vectors", library), ("openssh_umac", umac)):
        run(emulator, program(dist, name, objects, compiler=compiler, libraries=("-static",)), "quick")
