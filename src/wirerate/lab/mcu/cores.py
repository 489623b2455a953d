"""The cores that firmware is built and run for: what the compiler and the emulator call them."""

from __future__ import annotations

from dataclasses import dataclass

from wirerate.errors import unknown


@dataclass(frozen=True)
class Core:
    """One core. `emulated` is Unicorn's model of the same instruction set."""

    name: str
    emulated: str

    @property
    def flags(self) -> tuple[str, ...]:
        """No floating point: no code of this product has any, and the cores differ in having it."""
        return f"-mcpu={self.name}", "-mthumb", "-mfloat-abi=soft"


CORES = {
    core.name: core
    for core in (
        Core("cortex-m0", "UC_CPU_ARM_CORTEX_M0"),
        Core("cortex-m0plus", "UC_CPU_ARM_CORTEX_M0"),  # Armv6-M as well: it differs in its pipeline only
        Core("cortex-m3", "UC_CPU_ARM_CORTEX_M3"),
        Core("cortex-m4", "UC_CPU_ARM_CORTEX_M4"),
        Core("cortex-m33", "UC_CPU_ARM_CORTEX_M33"),
    )
}


def core(name: str) -> Core:
    """The core of that name; cortex-m0+ is one of the names of cortex-m0plus."""
    known = CORES.get(name.lower().replace("+", "plus"))
    if known is None:
        raise unknown("core", name, CORES)
    return known
