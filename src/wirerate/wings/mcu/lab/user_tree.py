# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The user's own Mbed TLS tree and configuration: its version and its options, as the compiler sees them."""

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

_CONFIGS = ("mbedtls_config.h", "config.h")  # names of the configuration file from 3.0 on, and before 3.0
# ecp.h sets the defaults of its options. After ecp.h is included, these lines copy the options' values to our macros.
_QUERY = "\n".join(
    [
        '#include "mbedtls/ecp.h"',
        *(f"#if MBEDTLS_ECP_WINDOW_SIZE == {window}\n#define WIRERATE_WINDOW {window}\n#endif" for window in WINDOWS),
        "#if MBEDTLS_ECP_FIXED_POINT_OPTIM == 1\n#define WIRERATE_FIXED_POINT\n#endif\n",
    ]
)
# A configuration for an operating system needs a millisecond clock, which bare metal lacks. No timed code calls it.
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
    """Options that override the configuration; None leaves an option unchanged."""

    nist: bool | None = None
    fixed_point: bool | None = None
    window: int | None = None

    @property
    def lines(self) -> list[str]:
        """The config.h lines that set the options."""
        values = {
            "NIST_OPTIM": None if self.nist is None else "" if self.nist else "undefined",
            "FIXED_POINT_OPTIM": None if self.fixed_point is None else str(int(self.fixed_point)),
            "WINDOW_SIZE": None if self.window is None else str(self.window),
        }
        macros = {f"MBEDTLS_ECP_{name}": value for name, value in values.items() if value is not None}
        removed = [f"#undef {name}" for name in macros]
        return removed + [f"#define {name} {value}".strip() for name, value in macros.items() if value != "undefined"]


@dataclass(frozen=True)
class UserTree:
    """A tree to build, with the text of a configuration that includes the user's."""

    path: Path
    release: str
    config: Path  # as the user typed it
    text: str
    defined: Mapping[str, str]  # macros, by name

    @property
    def version(self) -> str:
        """The release's first two numbers, such as 3.6."""
        return ".".join(self.release.split(".")[:2])

    @property
    def key(self) -> str:
        """A hash of all macros in effect, which identifies the configuration in the cache."""
        lines = "\n".join(f"{name} {value}" for name, value in sorted(self.defined.items()))
        return hashlib.sha256(lines.encode()).hexdigest()

    @property
    def toggles(self) -> Toggles:
        """The options in effect."""
        window = self.defined.get("WIRERATE_WINDOW")
        if window is None:
            name = "MBEDTLS_ECP_WINDOW_SIZE"
            raise ConfigurationError(
                f"{name} is {self.defined.get(name, 'not defined')} in {self.config}, which does not compile",
                fix=f"define it as a number from {WINDOWS.start} to {WINDOWS.stop - 1} there",
            )
        return Toggles("MBEDTLS_ECP_NIST_OPTIM" in self.defined, "WIRERATE_FIXED_POINT" in self.defined, int(window))

    @property
    def draws_nonces(self) -> bool:
        """Return whether ECDSA takes random nonces, not those of RFC 6979."""
        return "MBEDTLS_ECDSA_DETERMINISTIC" not in self.defined

    @property
    def curves(self) -> list[str]:
        """The curves that the configuration enables."""
        return [name for name, (_, macro) in GROUPS.items() if f"MBEDTLS_ECP_DP_{macro}_ENABLED" in self.defined]

    def lacks(self, curve: str, operation: str) -> list[str]:
        """Return the macros that the configuration would have to define for an operation on a curve."""
        names = ["BIGNUM_C", "ECP_C", f"ECP_DP_{GROUPS[curve][1]}_ENABLED", *_NEEDS[operation]]
        return [f"MBEDTLS_{name}" for name in names if f"MBEDTLS_{name}" not in self.defined]

    def operations(self, curve: str) -> list[str]:
        """Return the operations on a curve that the configuration enables."""
        return [name for name in OPERATIONS if CURVES[curve].has(name) and not self.lacks(curve, name)]


def configure_tree(path: Path, config: Path | None, core: Core, overrides: Overrides) -> UserTree:
    """Return a tree with the configuration `config`, or with its default one.

    Raise UsageError if its version cannot be measured; that check needs no compiler.
    """
    tree = source.user_tree(path)
    release = source.release(tree)
    for needed in ("library/ecp.c", "include/mbedtls/ecp.h"):
        if not (tree / needed).is_file():
            raise UsageError(
                f"{path} is Mbed TLS {release} without {needed}, which is needed to measure curves",
                fix="name a tree of a version from 2.4 to 3.6",
            )
    chosen = _check_readable(config) if config else _default_configuration(path)
    lines = ["#pragma once", f'#include "{chosen.resolve()}"', *_BARE, *overrides.lines]
    text = "\n".join([*lines, ""])
    defined = definitions(tree, text, core, _QUERY)
    return UserTree(tree, release, chosen, text, defined)


def _check_readable(config: Path) -> Path:
    try:
        config.read_bytes()
    except OSError as error:
        raise UsageError(f"cannot read {config}: {error.strerror}", fix="name your build's config.h") from error
    return config


def _default_configuration(path: Path) -> Path:
    candidates = [path / "include" / "mbedtls" / name for name in _CONFIGS]
    for candidate in candidates:
        if candidate.is_file():
            return candidate
    raise UsageError(f"{path} has no configuration include/mbedtls/{_CONFIGS[0]}", fix="add ‹config=FILE›")


# ---- the cases that a configuration enables, and messages about cases that it does not enable ----


def user_trees(asked: Mcu) -> list[UserTree]:
    """Return a copy of the question's tree for every requested window size."""
    assert asked.mbedtls
    tree, config, core = Path(asked.mbedtls), Path(asked.config) if asked.config else None, core_named(asked.where.core)
    windows = dict.fromkeys(asked.windows or (None,))
    return [configure_tree(tree, config, core, Overrides(asked.nist, asked.fixed_point, window)) for window in windows]


def user_cases(
    trees: Sequence[UserTree], level: str, curves: Sequence[str], operations: Sequence[str]
) -> tuple[list[tuple[Case, UserTree | None]], list[Problem]]:
    """Return the cases that the configuration enables, and a problem for every default operation that it does not
    enable.

    Raise ConfigurationError if an operation that the user named is not enabled.
    """
    cases: list[tuple[Case, UserTree | None]] = []
    problems: dict[str, Problem] = {}
    for tree in trees:
        for curve in curves:
            enabled = tree.operations(curve)
            missing = [name for name in operations or OPERATIONS if name not in enabled and CURVES[curve].has(name)]
            if missing and (operations or not enabled):
                raise _missing_error(tree, curve, missing[0])
            if missing:
                problem = _missing_problem(tree, curve, missing, enabled)
                problems[problem.message] = problem
            wanted = [name for name in operations or OPERATIONS if name in enabled]
            if "sign" in wanted and tree.draws_nonces:
                problems["drawn"] = _random_nonce_problem(tree)
            cases += [(Case(tree.version, level, curve, name, tree.toggles), tree) for name in wanted]
    if not cases:
        raise UsageError(
            f"{', '.join(curves)} cannot {' or '.join(operations)}: it is for key agreement only",
            fix="type ‹operations=[ecdh,ecdhe]›, or another ‹curves›",
        )
    return cases, list(problems.values())


def _missing_error(tree: UserTree, curve: str, operation: str) -> ConfigurationError:
    enabled = tree.curves
    alternative = f", or type ‹curves=[{enabled[0]}]›" if enabled and curve not in enabled else ""
    return ConfigurationError(
        f"{tree.config} does not define {', '.join(tree.lacks(curve, operation))}, which {operation} on {curve} needs",
        fix=f"define it there{alternative}",
    )


def _random_nonce_problem(tree: UserTree) -> Problem:
    return Problem(
        code="nonce-drawn",
        message=f"{tree.config} does not define MBEDTLS_ECDSA_DETERMINISTIC: signing takes a fixed nonce here, so its "
        "figures exclude your board's random number generator",
        fix="define it there to measure signing with the nonces of RFC 6979",
    )


def _missing_problem(tree: UserTree, curve: str, missing: Sequence[str], enabled: Sequence[str]) -> Problem:
    lacks = dict.fromkeys(name for operation in missing for name in tree.lacks(curve, operation))
    return Problem(
        code="not-configured",
        message=f"{curve} is measured without {' and '.join(missing)}: {tree.config} does not define "
        f"{', '.join(lacks)}",
        fix=f"define it there, or type --op {','.join(enabled)}",
    )
