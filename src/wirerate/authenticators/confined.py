# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What stays in its process: keys, messages in progress, security associations. It is not pickled, and says so."""

from __future__ import annotations

from typing import Any, NoReturn, Self

from wirerate.errors import CopyError


class Confined:
    """Not pickled, and copied only where a class says how."""

    _why = "what it holds is of this process alone, and as secret as a key"
    _instead = "send what it was made from, and make another there"

    def __reduce_ex__(self, protocol: Any) -> NoReturn:
        raise CopyError(f"a {type(self).__name__} is not pickled: {self._why}", fix=self._instead)


class Shared(Confined):
    """Never changes once it is made, so that a copy of it is itself."""

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self


class Single(Confined):
    """One of its kind: neither pickled nor copied."""

    def __copy__(self) -> NoReturn:
        raise CopyError(f"a {type(self).__name__} is not copied: {self._why}", fix=self._instead)

    def __deepcopy__(self, memo: dict[int, Any]) -> NoReturn:
        self.__copy__()
