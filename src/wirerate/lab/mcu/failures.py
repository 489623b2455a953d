"""How this lab fails, beyond what is missing."""

from __future__ import annotations

from wirerate.errors import MissingError, UsageError


class ConfigurationError(UsageError):
    """A configuration that does not compile or link: the message carries the compiler's first error."""


class EmulationError(MissingError):
    """A fault, an endless loop or a wrong result in the emulator: names function and address, and there is no time."""
