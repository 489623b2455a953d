# SPDX-License-Identifier: Apache-2.0 OR MIT
"""SLH-DSA on the host, as FIPS 205 writes it: what the emulated firmware computed is computed again, another way.

It shares nothing with what is measured, and leaks every secret through its timing: for test keys only.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from wirerate.catalogue.schemes import Scheme

_STEPS, _SUM = 15, 3  # of a whole chain; chains of the checksum
_WOTS_HASH, _WOTS_PK, _TREE, _FORS_TREE, _FORS_ROOTS, _WOTS_PRF, _FORS_PRF = range(7)
Levels = list[list[bytes]]  # of a tree, its leaves first


@dataclass(frozen=True)
class Trees:
    """The numbers of a set, by the letters of FIPS 205 where it has one."""

    n: int
    h: int  # bits that say which tree and leaf signs
    d: int
    height: int  # h': of the trees of one layer
    a: int
    k: int
    digest: tuple[int, int, int]  # bytes of it: for FORS, for the tree's number, for the leaf's

    @property
    def chains(self) -> int:
        return 2 * self.n + _SUM

    @property
    def signature(self) -> int:
        return self.n * (1 + self.k * (1 + self.a) + self.d * (self.chains + self.height))


def trees(scheme: Scheme) -> Trees:
    n, h, d, a, k = (scheme.numbers[name] for name in ("n", "h", "d", "a", "k"))
    bits = k * a, h - h // d, h // d
    return Trees(n, h, d, h // d, a, k, tuple(-(-each // 8) for each in bits))  # type: ignore[arg-type]


def keygen(scheme: Scheme, seeds: bytes, of: Trees | None = None) -> tuple[bytes, bytes]:
    """Public and secret key of three seeds (algorithm 18); `of` trees that are not the standard's."""
    of = of or trees(scheme)
    secret, public = seeds[: of.n], seeds[2 * of.n : 3 * of.n]
    layer = _Layer(_Hashes(scheme.name, of.n, public), secret, of, of.d - 1, 0)
    public += layer.tree(0)[-1][0]
    return public, seeds[: 2 * of.n] + public


def framed(message: bytes, context: bytes = b"") -> bytes:
    """What is signed of a message (algorithm 22)."""
    return bytes([0, len(context)]) + context + message


def sign(scheme: Scheme, secret: bytes, whole: bytes, drawn: bytes = b"", of: Trees | None = None) -> bytes:
    """Of a framed message (algorithm 19); nothing drawn is the deterministic variant."""
    of = of or trees(scheme)
    seed, prf, public = secret[: of.n], secret[of.n : 2 * of.n], secret[2 * of.n :]
    hashes = _Hashes(scheme.name, of.n, public[: of.n])
    randomizer = hashes.randomizer(prf, drawn or public[: of.n], whole)
    indices, number, leaf = _digested(of, hashes.message(randomizer, public, whole, sum(of.digest)))
    parts, roots = [randomizer], []
    for tree, index in enumerate(indices):
        at = range(tree << of.a, (tree + 1) << of.a)
        secrets = [hashes.of(hashes.where(0, number, _FORS_PRF, leaf), i, seed) for i in at]
        bottom = [hashes.of(hashes.where(0, number, _FORS_TREE, leaf), i, s) for i, s in zip(at, secrets, strict=True)]
        levels = _grown(hashes, bottom, (0, number, _FORS_TREE, leaf), at[0])
        parts += [secrets[index], *_beside(levels, index)]
        roots.append(levels[-1][0])
    node = hashes.long(hashes.where(0, number, _FORS_ROOTS, leaf), 0, b"".join(roots))
    for layer in range(of.d):
        one = _Layer(hashes, seed, of, layer, number)
        levels = one.tree(leaf)
        parts += [*one.signed(leaf, node), *_beside(levels, leaf % len(levels[0]))]
        node, leaf, number = levels[-1][0], number & (1 << of.height) - 1, number >> of.height
    return b"".join(parts)


def verify(scheme: Scheme, public: bytes, whole: bytes, signature: bytes) -> bool:
    """Of a framed message (algorithm 20)."""
    of = trees(scheme)
    hashes = _Hashes(scheme.name, of.n, public[: of.n])
    if len(signature) != of.signature:
        return False
    given = iter([signature[at : at + of.n] for at in range(0, len(signature), of.n)])
    indices, number, leaf = _digested(of, hashes.message(next(given), public, whole, sum(of.digest)))
    roots = []
    for tree, index in enumerate(indices):
        at = (tree << of.a) + index
        node = hashes.of(hashes.where(0, number, _FORS_TREE, leaf), at, next(given))
        roots.append(_climbed(hashes, node, given, (0, number, _FORS_TREE, leaf), at, of.a))
    node = hashes.long(hashes.where(0, number, _FORS_ROOTS, leaf), 0, b"".join(roots))
    for layer in range(of.d):
        node = _Layer(hashes, b"", of, layer, number).ended(leaf, node, given)
        node = _climbed(hashes, node, given, (layer, number, _TREE, 0), leaf, of.height)
        leaf, number = number & (1 << of.height) - 1, number >> of.height
    return node == public[of.n :]


class _Hashes:
    """The functions of section 11, for one public seed."""

    def __init__(self, name: str, n: int, seed: bytes) -> None:
        self._n, self._sha2 = n, "-sha2-" in name
        self._wide = hashlib.sha512 if n > 16 else hashlib.sha256
        if self._sha2:
            self._begun = hashlib.sha256(seed.ljust(64, b"\0"))
            self._begun_wide = self._wide(seed.ljust(self._wide().block_size, b"\0"))
        else:
            self._shake = hashlib.shake_256(seed)

    def where(self, layer: int, number: int, kind: int, one: int, two: int = 0) -> bytes:
        """An address (section 4.2; compressed, 11.2) without its last word."""
        words = one.to_bytes(4) + two.to_bytes(4)
        if self._sha2:
            return layer.to_bytes(1) + number.to_bytes(8) + kind.to_bytes(1) + words
        return layer.to_bytes(4) + number.to_bytes(12) + kind.to_bytes(4) + words

    def of(self, where: bytes, last: int, data: bytes) -> bytes:
        """F and PRF."""
        if not self._sha2:
            return self.long(where, last, data)
        hashed = self._begun.copy()
        hashed.update(where + last.to_bytes(4) + data)
        return hashed.digest()[: self._n]

    def long(self, where: bytes, last: int, data: bytes) -> bytes:
        """H and T."""
        if self._sha2:
            wide = self._begun_wide.copy()
            wide.update(where + last.to_bytes(4) + data)
            return wide.digest()[: self._n]
        hashed = self._shake.copy()
        hashed.update(where + last.to_bytes(4) + data)
        return hashed.digest(self._n)

    def randomizer(self, prf: bytes, drawn: bytes, message: bytes) -> bytes:
        if self._sha2:
            return hmac.digest(prf, drawn + message, self._wide)[: self._n]
        return hashlib.shake_256(prf + drawn + message).digest(self._n)

    def message(self, randomizer: bytes, public: bytes, message: bytes, size: int) -> bytes:
        if not self._sha2:
            return hashlib.shake_256(randomizer + public + message).digest(size)
        seed = randomizer + public[: self._n] + self._wide(randomizer + public + message).digest()
        count = -(-size // self._wide().digest_size)
        return b"".join(self._wide(seed + i.to_bytes(4)).digest() for i in range(count))[:size]


@dataclass(frozen=True)
class _Layer:
    """A tree of one-time keys."""

    hashes: _Hashes
    seed: bytes
    of: Trees
    layer: int
    number: int

    def tree(self, leaf: int) -> Levels:
        """The one that has this leaf."""
        first = leaf >> self.of.height << self.of.height
        whole, leaves = [_STEPS] * self.of.chains, range(first, first + (1 << self.of.height))
        bottom = [self._compressed(i, self._keys(i, whole)) for i in leaves]
        return _grown(self.hashes, bottom, (self.layer, self.number, _TREE, 0), first)

    def signed(self, leaf: int, message: bytes) -> list[bytes]:
        """Algorithm 7."""
        return self._keys(leaf, _digits(message))

    def ended(self, leaf: int, message: bytes, given: Iterator[bytes]) -> bytes:
        """Algorithm 8."""
        digits = list(enumerate(_digits(message)))
        return self._compressed(leaf, [self._walked(leaf, i, next(given), at, _STEPS) for i, at in digits])

    def _keys(self, leaf: int, steps: Sequence[int]) -> list[bytes]:
        hashes, found = self.hashes, []
        for chain, count in enumerate(steps):
            begin = hashes.of(hashes.where(self.layer, self.number, _WOTS_PRF, leaf, chain), 0, self.seed)
            found.append(self._walked(leaf, chain, begin, 0, count))
        return found

    def _walked(self, leaf: int, chain: int, value: bytes, start: int, end: int) -> bytes:
        where = self.hashes.where(self.layer, self.number, _WOTS_HASH, leaf, chain)
        for step in range(start, end):
            value = self.hashes.of(where, step, value)
        return value

    def _compressed(self, leaf: int, ends: Sequence[bytes]) -> bytes:
        return self.hashes.long(self.hashes.where(self.layer, self.number, _WOTS_PK, leaf), 0, b"".join(ends))


def _digested(of: Trees, digest: bytes) -> tuple[list[int], int, int]:
    """Which secrets of FORS, which tree, and which of its leaves."""
    fors, tree, _ = of.digest
    bits = int.from_bytes(digest[:fors])
    indices = [bits >> 8 * fors - of.a * (i + 1) & (1 << of.a) - 1 for i in range(of.k)]
    leaf = of.h // of.d
    number = int.from_bytes(digest[fors : fors + tree]) & (1 << of.h - leaf) - 1
    return indices, number, int.from_bytes(digest) & (1 << leaf) - 1


def _digits(message: bytes) -> list[int]:
    """Of 4 bits, and their checksum."""
    found = [half for each in message for half in (each >> 4, each & 15)]
    checksum = sum(_STEPS - each for each in found)
    return [*found, checksum >> 8, checksum >> 4 & 15, checksum & 15]


def _grown(hashes: _Hashes, bottom: Sequence[bytes], about: tuple[int, int, int, int], first: int) -> Levels:
    levels, height = [list(bottom)], 0
    while len(below := levels[-1]) > 1:
        height, first = height + 1, first >> 1
        where = hashes.where(*about, height)
        levels.append([hashes.long(where, first + i, below[2 * i] + below[2 * i + 1]) for i in range(len(below) // 2)])
    return levels


def _beside(levels: Levels, at: int) -> list[bytes]:
    """What proves a leaf."""
    return [level[at >> height ^ 1] for height, level in enumerate(levels[:-1])]


def _climbed(
    hashes: _Hashes, node: bytes, given: Iterator[bytes], about: tuple[int, int, int, int], at: int, height: int
) -> bytes:
    for z in range(1, height + 1):
        pair = next(given) + node if at & 1 else node + next(given)
        at >>= 1
        node = hashes.long(hashes.where(*about, z), at, pair)
    return node
