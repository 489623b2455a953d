"""Checks of a release's parts that need no build; `make release-check` builds them."""

from __future__ import annotations

import importlib
import importlib.util
import re
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parents[2]
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))

pytestmark = pytest.mark.skipif(not (ROOT / "debian").exists(), reason="the tests are not in a repository")


@contextmanager
def calling(folder: str) -> Iterator[Path]:
    """Let modules in a folder of scripts import each other by name; two folders may have modules of the same name."""
    path_of_folder = ROOT / "scripts" / folder
    modules = {path.stem for path in path_of_folder.glob("*.py")} - {"__main__"}
    shadowed = {name: sys.modules.pop(name) for name in modules & set(sys.modules)}
    sys.path.insert(0, str(path_of_folder))
    try:
        yield path_of_folder
    finally:
        sys.path.remove(str(path_of_folder))
        for name in modules & set(sys.modules):
            del sys.modules[name]
        sys.modules.update(shadowed)


def scripts(folder: str, *names: str) -> tuple[ModuleType, ...]:
    """Import modules from a folder of scripts."""
    with calling(folder):
        return tuple(importlib.import_module(name) for name in names)


def test_all_files_state_the_same_version() -> None:
    places = {
        "include/wirerate.h": r'#define WR_VERSION +"([^"]+)"',
        "pyproject.toml": r'^version = "([^"]+)"',
        "src/wirerate/_version.py": r'^__version__ = "([^"]+)"',
        "debian/changelog": r"^wirerate \(([^)-]+)-",
    }
    stated = {place: re.findall(words, (ROOT / place).read_text(), re.MULTILINE)[0] for place, words in places.items()}
    assert len(set(stated.values())) == 1, stated


def test_every_pinned_package_has_its_licence_on_the_page() -> None:
    pinned = re.findall(r"^([^#=\s]+)==", (ROOT / "scripts" / "constraints.txt").read_text(), re.MULTILINE)
    packages = (ROOT / "THIRD-PARTY.md").read_text().partition("\n## ")[0]
    rows = dict(re.findall(r"^\| (\S+) \| ([^|]+) \|", packages, re.MULTILINE))
    assert [name for name in pinned if not rows.get(name, "").strip()] == []
    assert set(rows) - {"package", "---"} - set(pinned) == set()


def test_every_source_that_is_fetched_has_its_licence_on_the_page() -> None:
    (third_party,) = scripts("release", "third_party")
    table = (ROOT / "THIRD-PARTY.md").read_text().partition("\n## ")[2]
    rows = re.findall(r"^\| (\S+) \| ([^|]+) \| ([^|]+) \|$", table, re.MULTILINE)
    assert [row for row in rows if row[0] not in ("archive", "---")] == third_party.sources()


def test_differences_between_two_builds_are_listed() -> None:
    with calling("wheels") as place:
        spec = importlib.util.spec_from_file_location("wheels_main", place / "__main__.py")
        assert spec is not None
        assert spec.loader is not None
        main = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(main)
    assert main.differing({"a": "1", "b": "2"}, {"a": "1", "b": "2"}) == []
    assert main.differing({"a": "1", "b": "2"}, {"a": "3", "c": "2"}) == ["a", "b", "c"]


@pytest.mark.parametrize("workflow", WORKFLOWS, ids=[path.stem for path in WORKFLOWS])
def test_workflows_run_nothing_but_make(workflow: Path) -> None:
    text = workflow.read_text()
    commands = re.findall(r"^\s*-? *run: *(.*)$", text, re.MULTILINE)
    targets = re.findall(r"^([a-z-]+)[\w -]*:", (ROOT / "Makefile").read_text(), re.MULTILINE)
    assert [command for command in commands if not re.fullmatch(r"make [a-z-]+", command)] == []
    assert {command.split()[1] for command in commands} <= {*targets, "try-wheels", "release-check", "wheels"}
    assert re.search(r"^permissions:\n  contents: read$", text, re.MULTILINE)


@pytest.mark.skipif(
    not shutil.which("actionlint"), reason="no actionlint (a Go module: rhysd/actionlint/cmd/actionlint)"
)
def test_workflows_are_valid() -> None:
    done = subprocess.run(["actionlint", *map(str, WORKFLOWS)], capture_output=True, text=True, check=False)
    assert done.stdout == ""


def test_wheels_are_named_for_two_processors_and_two_c_libraries() -> None:
    (targets,) = scripts("wheels", "targets")
    assert {target.platform for target in targets.TARGETS} == {
        f"{libc}_{processor}" for libc in ("manylinux_2_17", "musllinux_1_2") for processor in ("x86_64", "aarch64")
    }
    for target in targets.TARGETS:
        for kernel in target.kernels:
            assert list((ROOT / "core").glob(f"*/kernels/{kernel}.c")), kernel
    held = {kernel for target in targets.TARGETS for kernel in target.kernels}
    assert {path.stem for path in (ROOT / "core").glob("*/kernels/*.c")} == held | {"portable"}


# Functions that older versions of glibc also have, but that got a new symbol version (see glibc's NEWS).
REVISED = {
    "GLIBC_2.33": {"fstat", "fstatat", "lstat", "stat"},
    "GLIBC_2.34": {
        *(
            "dlclose",
            "dlerror",
            "dlopen",
            "dlsym",
            "pthread_condattr_setclock",
            "pthread_create",
            "pthread_join",
            "pthread_once",
        ),
        *("pthread_detach", "pthread_kill", "pthread_key_create", "pthread_key_delete", "pthread_mutexattr_settype"),
        *("pthread_getspecific", "pthread_setspecific", "pthread_mutex_trylock", "sem_init", "sem_post", "sem_wait"),
    },
    "GLIBC_2.38": {"__isoc23_strtol", "__isoc23_strtoll", "__isoc23_strtoul", "__isoc23_strtoull", "__isoc23_sscanf"},
}


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="wheels are for Linux")
def test_the_extension_calls_nothing_that_the_wheels_c_library_lacks() -> None:
    """A call of a newer function compiles on this machine, but not where the wheels are built."""
    elf = pytest.importorskip("elftools.elf.elffile").ELFFile
    from wirerate import _native

    (targets,) = scripts("wheels", "targets")
    limit = [int(number) for number in targets.GLIBC.split(".")]
    newer = {}
    with Path(str(_native.__file__)).open("rb") as file:
        whole = elf(file)
        symbols, versions = whole.get_section_by_name(".dynsym"), whole.get_section_by_name(".gnu.version")
        needed = whole.get_section_by_name(".gnu.version_r")
        if versions is None or needed is None:
            pytest.skip("the extension's symbols have no versions: its C library is not glibc")
        for index, symbol in enumerate(symbols.iter_symbols()):
            number = versions.get_symbol(index)["ndx"]
            if symbol["st_shndx"] != "SHN_UNDEF" or not isinstance(number, int) or number & 0x7FFF < 2:
                continue
            version = needed.get_version(number & 0x7FFF)[1].name
            if not version.startswith("GLIBC_"):
                continue
            needed_version = [int(part) for part in version.removeprefix("GLIBC_").split(".")]
            if needed_version > limit and symbol.name not in REVISED.get(version, ()):
                newer[symbol.name] = version
    assert newer == {}


def test_a_wheel_that_is_too_large_is_refused(tmp_path: Path) -> None:
    building, auditing, targets = scripts("wheels", "building", "auditing", "targets")
    wheel = tmp_path / "wirerate-0-cp311-abi3-manylinux_2_17_x86_64.whl"
    with zipfile.ZipFile(wheel, "w") as archive:
        archive.write(shutil.which("sh") or "/bin/sh", "wirerate/_native.abi3.so")
        archive.writestr("filler", bytes(auditing.LIMIT))
    with pytest.raises(building.Failed, match="more than 2,097,152"):
        auditing.audited(wheel, targets.TARGETS[0])


@pytest.mark.skipif(not shutil.which("cc"), reason="no C compiler")
def test_a_wheel_that_links_a_peer_is_refused(tmp_path: Path) -> None:
    building, auditing, targets = scripts("wheels", "building", "auditing", "targets")
    source, library = tmp_path / "a.c", tmp_path / "_native.abi3.so"
    source.write_text("int nothing;\n")
    (tmp_path / "libcrypto.so.3").touch()
    subprocess.run(
        ["cc", "-shared", "-o", tmp_path / "libcrypto.so.3", "-Wl,-soname,libcrypto.so.3", source], check=True
    )
    linked = ["cc", "-shared", "-o", library, source, "-Wl,--no-as-needed", "-L", tmp_path, "-l:libcrypto.so.3"]
    subprocess.run(linked, check=True)
    wheel = tmp_path / "wirerate-0-cp311-abi3-manylinux_2_17_x86_64.whl"
    with zipfile.ZipFile(wheel, "w") as archive:
        archive.write(library, "wirerate/_native.abi3.so")
    with pytest.raises(building.Failed, match="linked with libcrypto"):
        auditing.audited(wheel, targets.TARGETS[0])


def test_a_wheel_without_the_man_page_is_noticed(tmp_path: Path) -> None:
    (auditing,) = scripts("wheels", "auditing")
    wheel, folder = tmp_path / "wirerate-0-cp311-abi3-any.whl", "wirerate-0.data/data/share"
    with zipfile.ZipFile(wheel, "w") as archive:
        for file in auditing.SHARED[1:]:
            archive.writestr(f"{folder}/{file}", "")
    assert auditing.without(wheel) == ["man/man1/wirerate.1"]


def test_debian_s_symbols_are_those_of_the_stored_interface() -> None:
    (symbols,) = scripts("deb", "symbols")
    version = re.search(r"libwirerate\.so\.([\d.]+)", symbols.symbols())
    assert version is not None
    assert (ROOT / "debian" / f"libwirerate{version[1]}.symbols").read_text() == symbols.symbols()
    assert f"Package: libwirerate{version[1]}\n" in (ROOT / "debian" / "control").read_text()


def test_make_targets_in_the_guide_exist() -> None:
    text = (ROOT / "docs" / "guides" / "installing.md").read_text() + (ROOT / "README.md").read_text()
    makefile = (ROOT / "Makefile").read_text()
    commands = {word for line in re.findall(r"(?:^|`)(make [a-z-]+)", text, re.MULTILINE) for word in line.split()[1:]}
    assert [
        name for name in commands if not re.search(rf"^(?:[\w -]* )?{name}(?: [\w -]*)?:", makefile, re.MULTILINE)
    ] == []


def test_the_guide_names_the_wheels_that_are_built() -> None:
    (targets,) = scripts("wheels", "targets")
    text = (ROOT / "docs" / "guides" / "installing.md").read_text()
    assert [target.platform for target in targets.TARGETS if f"`{target.platform}`" not in text] == []
