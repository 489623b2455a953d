"""What `make wheels` builds for: two processors, and the two C libraries that Linux distributions have."""

from __future__ import annotations

from dataclasses import dataclass

GLIBC = "2.17"  # of 2012; nothing in the extension needs a newer one
KERNELS = {"x86_64": ("sse2", "aesni", "avx2", "avx512"), "aarch64": ("neon", "armv8")}


@dataclass(frozen=True)
class Target:
    """One wheel: the processor, and glibc or musl."""

    processor: str
    libc: str

    @property
    def name(self) -> str:
        return f"{'manylinux' if self.libc == 'gnu' else 'musllinux'}-{self.processor}"

    @property
    def triple(self) -> str:
        """As zig names it; with glibc, the version whose symbols it links against."""
        return f"{self.processor}-linux-{self.libc}" + (f".{GLIBC}" if self.libc == "gnu" else "")

    @property
    def platform(self) -> str:
        """The wheel's platform tag; musl 1.2 is what zig brings and what Alpine has had since 2021."""
        version = f"manylinux_{GLIBC.replace('.', '_')}" if self.libc == "gnu" else "musllinux_1_2"
        return f"{version}_{self.processor}"

    @property
    def kernels(self) -> tuple[str, ...]:
        """Those that the wheel must hold, besides the portable one."""
        return KERNELS[self.processor]


TARGETS = tuple(Target(processor, libc) for libc in ("gnu", "musl") for processor in KERNELS)
