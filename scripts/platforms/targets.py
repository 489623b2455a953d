"""The platforms, with their compilers, emulators and Debian packages."""

from __future__ import annotations

from dataclasses import dataclass

LEVELS = ("-O0", "-O2", "-O3", "-Os")
# Traps on unaligned accesses where the platform allows them. A trap needs no run-time library.
STRICT = ("-O2", "-fsanitize=alignment", "-fsanitize-undefined-trap-on-error")


@dataclass(frozen=True)
class Target:
    """One platform. `count`: also hash a message of 2^32 bits. `smoke`: `make test` includes it."""

    name: str
    gcc: str
    clang: str  # clang's --target; empty where Debian's clang has no such backend
    run: tuple[str, ...]  # the emulator's command
    packages: tuple[str, ...]
    flags: tuple[str, ...] = ()
    static: bool = True
    smoke: bool = False
    count: bool = False
    no_clang: str = ""
    system: str = "Linux"  # CMake's name of the operating system


def cross(name: str, triple: str, emulator: str, libc: str, **options: object) -> Target:
    """Return a target with a Debian cross compiler, whose package is named after the triple."""
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
    # Statically linked programs crash at start under qemu-alpha.
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
    # Another calling convention and file format, so only the C kernels; runs on this machine's processor.
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

# Emulated x86-64 processors, with their best kernel and the first instruction set they lack.
PROCESSORS = (
    ("qemu64", "sse2", "ssse3"),
    ("Nehalem", "sse2", "avx"),
    ("SandyBridge", "sse2", "avx2"),
    ("Haswell", "avx2", "avx512"),
)

NOT_TESTED = (
    (
        "Itanium (ia64)",
        "no emulator in QEMU and no cross compiler in Debian. Like Itanium, mipsel and alpha are little-endian and "
        "strict about alignment.",
    ),
    (
        "Cygwin",
        "runs on Windows only. It shares the windows row's calling convention and file format. The assembly is for ELF "
        "systems only, so MD5 uses SSE2 even where UMAC and the checksum use AVX.",
    ),
    (
        "OpenSSL 0.9.5",
        "released in 2000, without AES; not in Debian. The library has its own AES for UMAC and does not link OpenSSL.",
    ),
    ("sh4", "QEMU 7.2 runs neither static nor dynamic programs of Debian's cross compiler."),
    (
        "AVX-512 on an emulated processor",
        "QEMU's x86 emulation lacks AVX-512, so that kernel is tested on this machine's processor.",
    ),
)
