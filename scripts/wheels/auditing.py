"""Check a wheel: its name matches its platform, it is small, and it links only the C library."""

from __future__ import annotations

import io
import re
import sys
import zipfile
from pathlib import Path

from building import Failed, run
from targets import Target

LIMIT = 2 << 20  # bytes
# The C library's files: glibc had separate ones for threads and loading until 2.34; musl is one file.
C_LIBRARY = re.compile(r"lib(c|pthread|dl|m)\.so(\.\d+)?|ld-linux[-\w]*\.so\.\d|libc\.musl-\w+\.so\.1")

SHARED = (  # files for man and for shells' completion
    *("man/man1/wirerate.1", "bash-completion/completions/wirerate"),
    *("zsh/site-functions/_wirerate", "fish/vendor_completions.d/wirerate.fish"),
)


def audited(wheel: Path, target: Target) -> str:
    """Check a wheel and return a line about it. Raise Failed if something is wrong."""
    tools = Path(sys.executable).parent
    size = wheel.stat().st_size
    if size > LIMIT:
        raise Failed(f"{wheel.name}: {size:,} bytes, more than {LIMIT:,}")
    needed = linked(wheel)
    if unexpected := [name for name in needed if not C_LIBRARY.fullmatch(name)]:
        raise Failed(f"{wheel.name}: linked with {', '.join(unexpected)}")
    if missing := without(wheel):
        raise Failed(f"{wheel.name} lacks {', '.join(missing)}")
    if f"cp311-abi3-{target.platform}.whl" not in wheel.name:
        raise Failed(f"{wheel.name} is not named for {target.name}")
    run(tools / "abi3audit", "--strict", wheel)
    if target.libc == "musl":  # auditwheel knows only the C library of the machine it runs on
        return f"{wheel.name}: {size / (1 << 20):.2f} MiB, {', '.join(needed)}"
    shown = " ".join(run(tools / "auditwheel", "show", wheel).split())
    consistent = re.search(r'consistent with the following platform tag: "(\w+)"', shown)
    if not consistent or consistent[1] != target.platform:
        raise Failed(f"{wheel.name}: auditwheel finds {consistent[1] if consistent else shown}")
    return f"{wheel.name}: {size / (1 << 20):.2f} MiB, {', '.join(needed)}"


def without(wheel: Path) -> list[str]:
    """Return the shared files that the wheel lacks."""
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
    return [file for file in SHARED if not any(name.endswith(f".data/data/share/{file}") for name in names)]


def linked(wheel: Path) -> list[str]:
    """Return the libraries that the wheel's extension links."""
    from elftools.elf.elffile import ELFFile

    with zipfile.ZipFile(wheel) as archive:
        extensions = [name for name in archive.namelist() if name.endswith(".so")]
        if len(extensions) != 1:
            raise Failed(f"{wheel.name}: {len(extensions)} extensions, not one")
        dynamic = ELFFile(io.BytesIO(archive.read(extensions[0]))).get_section_by_name(".dynamic")
    return [tag.needed for tag in dynamic.iter_tags("DT_NEEDED")]
