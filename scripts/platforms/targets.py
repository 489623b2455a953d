"""The platforms: how each is compiled for, what runs its programs, and which Debian packages that takes."""

from __future__ import annotations

from dataclasses import dataclass

LEVELS = ("-O0", "-O2", "-O3", "-Os")
# Makes a lenient platform strict; ends the program by a trap, so that no run-time library is needed.
STRICT = ("-O2", "-fsanitize=alignment", "-fsanitize-undefined-trap-on-error")


@dataclass(frozen=True)
class Target:
    """One platform. `count`: messages of 2^32 bits are hashed there too; `smoke`: `make test` runs it."""

    name: str
    gcc: str
    clang: str  # clang's --target; empty where Debian's clang has no such backend
    run: tuple[str, ...]  # the emulator, before the program
    packages: tuple[str, ...]
    flags: tuple[str, ...] = ()
    static: bool = True
    smoke: bool = False
    count: bool = False
    no_clang: str = ""
    system: str = "Linux"  # CMake's name of it


def cross(name: str, triple: str, emulator: str, libc: str, **options: object) -> Target:
    """A target of Debian's cross compilers, whose packages are named after the triple."""
    clang = "" if "no_clang" in options else triple
    packages = (f"gcc-{triple}", libc)
    return Target(name, f"{triple}-gcc", clang, (emulator,), packages, **options)  # type: ignore[arg-type]


TARGETS = (
    Target("x86-64", "x86_64-linux-gnu-gcc", "x86_64-linux-gnu", ("qemu-x86_64",), ("gcc",), count=True),
    cross("i686", "i686-linux-gnu", "qemu-i386", "libc6-dev-i386-cross", smoke=True),
    cross("s390x", "s390x-linux-gnu", "qemu-s390x", "libc6-dev-s390x-cross", smoke=True, count=True),
    cross("sparc64", "sparc64-linux-gnu", "qemu-sparc64", "libc6-dev-sparc64-cross", smoke=True),
    Target(
        "sparc32",
        "sparc64-linux-gnu-gcc",
        "sparc64-linux-gnu",
        ("qemu-sparc32plus",),
        ("gcc-sparc64-linux-gnu", "gcc-12-multilib-sparc64-linux-gnu", "libc6-dev-sparc-sparc64-cross"),
        flags=("-m32", "-mcpu=v9"),
    ),
    cross("mips", "mips-linux-gnu", "qemu-mips", "libc6-dev-mips-cross"),
    cross("mipsel", "mipsel-linux-gnu", "qemu-mipsel", "libc6-dev-mipsel-cross", smoke=True),
    cross("mips64", "mips64-linux-gnuabi64", "qemu-mips64", "libc6-dev-mips64-cross"),
    cross("powerpc", "powerpc-linux-gnu", "qemu-ppc", "libc6-dev-powerpc-cross"),
    cross("ppc64", "powerpc64-linux-gnu", "qemu-ppc64", "libc6-dev-ppc64-cross"),
    # A static glibc ends in a fault at its start under qemu-alpha.
    Target(
        "alpha",
        "alpha-linux-gnu-gcc",
        "",
        ("qemu-alpha", "-L", "/usr/alpha-linux-gnu"),
        ("gcc-alpha-linux-gnu", "libc6.1-dev-alpha-cross"),
        static=False,
        no_clang="clang has no such backend",
    ),
    cross("hppa", "hppa-linux-gnu", "qemu-hppa", "libc6-dev-hppa-cross", no_clang="clang has no such backend"),
    cross(
        "m68k", "m68k-linux-gnu", "qemu-m68k", "libc6-dev-m68k-cross", no_clang="clang 14's m68k backend cannot link"
    ),
    cross("armel", "arm-linux-gnueabi", "qemu-arm", "libc6-dev-armel-cross"),
    cross("armhf", "arm-linux-gnueabihf", "qemu-arm", "libc6-dev-armhf-cross"),
    cross("arm64", "aarch64-linux-gnu", "qemu-aarch64", "libc6-dev-arm64-cross", smoke=True),
    cross("riscv64", "riscv64-linux-gnu", "qemu-riscv64", "libc6-dev-riscv64-cross"),
    # Another calling convention and file format: the kernels of C, on this machine's processor.
    Target(
        "windows",
        "x86_64-w64-mingw32-gcc",
        "",
        ("/usr/lib/wine/wine64",),
        ("gcc-mingw-w64-x86-64", "wine64"),
        smoke=True,
        no_clang="Debian has mingw-w64 for gcc",
        system="Windows",
    ),
)

# Microcontrollers, in the emulator of `wirerate mcu`.
CORES = ("cortex-m0", "cortex-m3", "cortex-m4")

# Emulated x86-64 processors: the kernel that each may use at most, and the first instructions that it lacks.
PROCESSORS = (
    ("qemu64", "sse2", "ssse3"),
    ("Nehalem", "sse2", "avx"),
    ("SandyBridge", "sse2", "avx2"),
    ("Haswell", "avx2", "avx512"),
)

NOT_TESTED = (
    (
        "Itanium (ia64)",
        "no emulator in QEMU and no cross compiler in Debian. Little-endian and strict about alignment, as Itanium is, "
        "are mipsel and alpha.",
    ),
    (
        "Cygwin",
        "runs on Windows only. Its calling convention and file format are those of the windows row: the assembly, for "
        "ELF systems, is left out, and MD5 takes SSE2 where UMAC and the checksum have AVX.",
    ),
    (
        "OpenSSL 0.9.5",
        "of 2000, without AES; not in Debian. UMAC has an AES of its own here, and the library links no OpenSSL.",
    ),
    ("sh4", "QEMU 7.2 runs neither static nor dynamic programs of Debian's cross compiler."),
    (
        "AVX-512 on an emulated processor",
        "QEMU's x86 emulation ends at AVX2: that kernel is tested on this machine's processor.",
    ),
)
