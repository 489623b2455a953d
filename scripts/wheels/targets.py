"""The targets of `make wheels`: two processors with the two C libraries of Linux distributions."""

from __future__ import annotations

from dataclasses import dataclass

GLIBC = "2.17"  # of 2012; nothing in the extension needs a newer one
KERNELS = {"x86_64": ("sse2", "aesni", "avx2", "avx512"), "aarch64": ("neon", "armv8")}


@dataclass(frozen=True)
class Target:
    """A wheel's processor and C library (glibc or musl)."""

    processor: str
    libc: str

    @property
    def name(self) -> str:
        return f"{'manylinux' if self.libc == 'gnu' else 'musllinux'}-{self.processor}"

    @property
    def triple(self) -> str:
        """Zig's name for the target; for glibc, with the version to link against."""
        return f"{self.processor}-linux-{self.libc}" + (f".{GLIBC}" if self.libc == "gnu" else "")

    @property
    def platform(self) -> str:
        """The wheel's platform tag. zig includes musl 1.2, which Alpine has used since 2021."""
        version = f"manylinux_{GLIBC.replace('.', '_')}" if self.libc == "gnu" else "musllinux_1_2"
        return f"{version}_{self.processor}"

    @property
    def kernels(self) -> tuple[str, ...]:
        """The kernels that the wheel must contain, besides the portable one."""
        return KERNELS[self.processor]


TARGETS = tuple(Target(processor, libc) for libc in ("gnu", "musl") for processor in KERNELS)
