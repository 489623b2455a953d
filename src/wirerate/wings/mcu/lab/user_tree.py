# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The reader's own Mbed TLS under a configuration of the reader's: which it is, and what of it is there, as the
compiler reads it and not as anyone believes."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from wirerate.catalogue.curves import CURVES, OPERATIONS
from wirerate.errors import ConfigurationError, UsageError
from wirerate.records import Problem
from wirerate.wings.mcu.curve_options import GROUPS, WINDOWS, Case, Toggles
from wirerate.wings.mcu.lab import source
from wirerate.wings.mcu.lab.firmware import definitions
from wirerate.wings.mcu.questions import Mcu
from wirerate.wings.mcu.target import Core, core_named

_CONFIGS = ("mbedtls_config.h", "config.h")  # from 3.0 on, and before
# Behind the header in which the options have their defaults, the compiler says what they amount to.
_ASK = "\n".join(
    [
        '#include "mbedtls/ecp.h"',
        *(f"#if MBEDTLS_ECP_WINDOW_SIZE == {window}\n#define WIRERATE_WINDOW {window}\n#endif" for window in WINDOWS),
        "#if MBEDTLS_ECP_FIXED_POINT_OPTIM == 1\n#define WIRERATE_FIXED_POINT\n#endif\n",
    ]
)
# A configuration for a host asks for a clock in milliseconds that bare metal has not; nothing that is timed calls it.
_BARE = (
    "#if defined(MBEDTLS_HAVE_TIME) && defined(MBEDTLS_PLATFORM_C)",
    "#define MBEDTLS_PLATFORM_MS_TIME_ALT",
    "#endif",
)
_NEEDS = {
    "sign": ("ECDSA_C",),
    "verify": ("ECDSA_C",),
    "ecdh": ("ECDH_C",),
    "ecdhe": ("ECDH_C",),
}


@dataclass(frozen=True)
class Overrides:
    """Options that are asked for in place of the configuration's; None leaves its own."""

    nist: bool | None = None
    fixed_point: bool | None = None
    window: int | None = None

    @property
    def lines(self) -> list[str]:
        """In the words of config.h."""
        values = {
            "NIST_OPTIM": None if self.nist is None else "" if self.nist else "undefined",
            "FIXED_POINT_OPTIM": None if self.fixed_point is None else str(int(self.fixed_point)),
            "WINDOW_SIZE": None if self.window is None else str(self.window),
        }
        given = {f"MBEDTLS_ECP_{name}": value for name, value in values.items() if value is not None}
        removed = [f"#undef {name}" for name in given]
        return removed + [f"#define {name} {value}".strip() for name, value in given.items() if value != "undefined"]


@dataclass(frozen=True)
class OwnTree:
    """What is built: the tree, and the text of a configuration that includes the reader's."""

    path: Path
    release: str
    config: Path  # as it was named
    text: str
    defined: Mapping[str, str]  # macros, by name

    @property
    def version(self) -> str:
        """3.6 of 3.6.7."""
        return ".".join(self.release.split(".")[:2])

    @property
    def key(self) -> str:
        """What tells it from others: the content of all that is included, wherever it lies."""
        lines = "\n".join(f"{name} {value}" for name, value in sorted(self.defined.items()))
        return hashlib.sha256(lines.encode()).hexdigest()

    @property
    def toggles(self) -> Toggles:
        """The options in the build."""
        window = self.defined.get("WIRERATE_WINDOW")
        if window is None:
            name = "MBEDTLS_ECP_WINDOW_SIZE"
            raise ConfigurationError(
                f"{name} is {self.defined.get(name, 'not defined')} under {self.config}, which does not compile",
                fix=f"define it as a number from {WINDOWS.start} to {WINDOWS.stop - 1} there",
            )
        return Toggles("MBEDTLS_ECP_NIST_OPTIM" in self.defined, "WIRERATE_FIXED_POINT" in self.defined, int(window))

    @property
    def draws_nonces(self) -> bool:
        """Whether it signs with a number at random, and not by RFC 6979."""
        return "MBEDTLS_ECDSA_DETERMINISTIC" not in self.defined

    @property
    def curves(self) -> list[str]:
        """Those that the configuration has."""
        return [name for name, (_, macro) in GROUPS.items() if f"MBEDTLS_ECP_DP_{macro}_ENABLED" in self.defined]

    def lacks(self, curve: str, operation: str) -> list[str]:
        """What the configuration would have to define for that operation."""
        names = ["BIGNUM_C", "ECP_C", f"ECP_DP_{GROUPS[curve][1]}_ENABLED", *_NEEDS[operation]]
        return [f"MBEDTLS_{name}" for name in names if f"MBEDTLS_{name}" not in self.defined]

    def operations(self, curve: str) -> list[str]:
        """Those on a curve that it lacks nothing for."""
        return [name for name in OPERATIONS if CURVES[curve].has(name) and not self.lacks(curve, name)]


def own_tree(path: Path, config: Path | None, core: Core, overrides: Overrides) -> OwnTree:
    """The tree in a folder under `config`, or under its own where none is named. What is no tree of a version that can
    be measured is a UsageError, before any compiler is looked for."""
    tree = source.own_tree(path)
    named = source.release(tree)
    for needed in ("library/ecp.c", "include/mbedtls/ecp.h"):
        if not (tree / needed).is_file():
            raise UsageError(
                f"{path} is Mbed TLS {named} and has no {needed}, where versions 2.4 to 3.6 have their curves",
                fix="name a tree of one of these",
            )
    chosen = _readable(config) if config else _of_tree(path)
    lines = ["#pragma once", f'#include "{chosen.resolve()}"', *_BARE, *overrides.lines]
    text = "\n".join([*lines, ""])
    defined = definitions(tree, text, core, _ASK)
    return OwnTree(tree, named, chosen, text, defined)


def _readable(config: Path) -> Path:
    try:
        config.read_bytes()
    except OSError as error:
        raise UsageError(f"cannot read {config}: {error.strerror}", fix="name your build's config.h") from error
    return config


def _of_tree(path: Path) -> Path:
    found = [path / "include" / "mbedtls" / name for name in _CONFIGS]
    for each in found:
        if each.is_file():
            return each
    raise UsageError(f"{path} has no include/mbedtls/{_CONFIGS[0]}, so there is no configuration to build it under",
                     fix="add ‹config=FILE›")  # fmt: skip


# ---- the cases that its configuration has, and what it lacks in words ----


def own_trees(asked: Mcu) -> list[OwnTree]:
    """The tree under its configuration, once for each window that is asked for."""
    assert asked.mbedtls
    tree, config, core = Path(asked.mbedtls), Path(asked.config) if asked.config else None, core_named(asked.where.core)
    windows = dict.fromkeys(asked.windows or (None,))
    return [own_tree(tree, config, core, Overrides(asked.nist, asked.fixed_point, window)) for window in windows]


def own_cases(
    trees: Sequence[OwnTree], level: str, curves: Sequence[str], operations: Sequence[str]
) -> tuple[list[tuple[Case, OwnTree | None]], list[Problem]]:
    """All that the configuration has of these operations; one that is named must be there. Those that were not named
    and are not there are told."""
    found: list[tuple[Case, OwnTree | None]] = []
    problems: dict[str, Problem] = {}
    for tree in trees:
        for curve in curves:
            has = tree.operations(curve)
            missing = [name for name in operations or OPERATIONS if name not in has and CURVES[curve].has(name)]
            if missing and (operations or not has):
                raise _absent(tree, curve, missing[0])
            if missing:
                problem = _told(tree, curve, missing, has)
                problems[problem.message] = problem
            wanted = [name for name in operations or OPERATIONS if name in has]
            if "sign" in wanted and tree.draws_nonces:
                problems["drawn"] = _drawn(tree)
            found += [(Case(tree.version, level, curve, name, tree.toggles), tree) for name in wanted]
    if not found:
        raise UsageError(
            f"{', '.join(curves)} has no {' or '.join(operations)}: it is for key agreement only",
            fix="type ‹operations=[ecdh,ecdhe]›, or another ‹curves›",
        )
    return found, list(problems.values())


def _absent(tree: OwnTree, curve: str, operation: str) -> ConfigurationError:
    there = tree.curves
    others = f", or type ‹curves=[{there[0]}]›" if there and curve not in there else ""
    return ConfigurationError(
        f"{tree.config} defines no {', '.join(tree.lacks(curve, operation))}, without which there is no {operation} on "
        f"{curve}",
        fix=f"define that there{others}",
    )


def _drawn(tree: OwnTree) -> Problem:
    return Problem(
        code="nonce-drawn",
        message=f"{tree.config} defines no MBEDTLS_ECDSA_DETERMINISTIC: signatures are measured with a nonce from a "
        "source of randomness that is fixed here, whose own cost on your board is not in them",
        fix="define that there to measure the nonces of RFC 6979",
    )


def _told(tree: OwnTree, curve: str, missing: Sequence[str], has: Sequence[str]) -> Problem:
    lacks = dict.fromkeys(name for operation in missing for name in tree.lacks(curve, operation))
    return Problem(
        code="not-configured",
        message=f"{tree.config} defines no {', '.join(lacks)}, so that {curve} is measured without "
        f"{' and '.join(missing)}",
        fix=f"define that there, or type --op {','.join(has)}",
    )
