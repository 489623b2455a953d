"""Compare asyncssh's MACs with and without wirerate's handlers, per packet: python bench/asyncssh/sign.py

Both sign the same packets with the same key, in shuffled rounds. Needs asyncssh and libnettle.
"""

from __future__ import annotations

import itertools
import random
import time
from typing import Any

import asyncssh.mac

from wirerate.plugins import asyncssh as plugin
from wirerate.statistics import median_interval, paired_ratio

NAMES = (b"umac-64@openssh.com", b"umac-128@openssh.com", b"hmac-sha1", b"hmac-md5")
SIZES = (44, 1500, 32768)
ROUNDS = 41
CALLS = 2000


def handlers(name: bytes) -> tuple[Any, Any]:
    plugin.uninstall()
    key = bytes(range(asyncssh.mac._mac_params[name][0]))
    shipped, size, arguments = asyncssh.mac._mac_handler[name]
    plugin.install()
    ours, our_size, our_arguments = asyncssh.mac._mac_handler[name]
    return shipped(key, size, *arguments), ours(key, our_size, *our_arguments)


def microseconds(handler: Any, packet: bytes, calls: int) -> float:
    sign = handler.sign
    began = time.thread_time_ns()
    for seq in range(calls):
        sign(seq, packet)
    return (time.thread_time_ns() - began) / calls / 1000


def main() -> None:
    rng = random.Random(2007)
    print(f"{'MAC':22} {'bytes':>6}  {'asyncssh':>9}  {'wirerate':>9}  times as fast")
    for name, size in itertools.product(NAMES, SIZES):
        pair, packet = handlers(name), rng.randbytes(size)
        if pair[0].sign(5, packet) != pair[1].sign(5, packet):
            raise SystemExit(f"{name.decode()}: the tags differ")
        calls = CALLS if size < 10000 else CALLS // 8
        costs: list[list[float]] = [[], []]
        for _ in range(ROUNDS):
            for side in rng.sample((0, 1), 2):
                costs[side].append(microseconds(pair[side], packet, calls))
        shipped, ours = (median_interval(times).median for times in costs)
        ratio = paired_ratio(*costs)
        bounds = f"{ratio.median:.2f} ({ratio.low:.2f} to {ratio.high:.2f})"
        print(f"{name.decode():22} {size:6}  {shipped:6.2f} us  {ours:6.2f} us  {bounds}")


if __name__ == "__main__":
    main()
