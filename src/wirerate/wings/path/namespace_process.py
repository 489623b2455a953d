# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Entry point of the helper process that owns the network namespaces. It reads questions as JSON from standard input.

It is a separate process because only a single-threaded one may enter a user namespace, and because the kernel removes
all of its namespaces when it ends, however it ends.
"""

from __future__ import annotations

import errno
import os
import resource
import sys
import time
from collections.abc import Callable
from pathlib import Path as File

from wirerate._native import lib
from wirerate.cleanup import die_with_parent

_TRIES = 20  # a thread that has just ended may still count as running


def main() -> None:
    die_with_parent()
    failed = _enter()
    die_with_parent()  # repeated, because a change of user clears the first request

    from wirerate.wings.path import messages, refusals

    def answer(value: object) -> None:
        sys.stdout.buffer.write(messages.ENCODER.encode(value) + b"\n")
        sys.stdout.buffer.flush()

    if failed:
        answer(messages.Ready(refusal=refusals.of_permission(failed)))
        return
    answer(messages.Ready(host=messages.this_host(int(lib.wrh_pin(-1)))))
    _serve(answer)


def _serve(answer: Callable[[object], None]) -> None:
    from wirerate.wings.path import messages
    from wirerate.wings.path.bench import Bench

    _, limit = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (limit, limit))  # a chain takes a dozen descriptors
    with Bench() as bench:
        for line in sys.stdin.buffer:
            question = messages.QUESTION.decode(line)
            if isinstance(question, messages.Build):
                answer(bench.build(question.cell, question.sizes))
            else:
                answer(messages.Rounds(*bench.run(question.family, question.lap, question.laps, question.order)))


def _enter() -> int:
    """Enter a user namespace unless this process may make network namespaces already. Return 0 or the errno."""
    space = -errno.EPERM
    if os.geteuid() == 0:
        space = lib.wrh_namespace_new()
    if space == -errno.EPERM:
        failed = _enter_user_namespace()
        space = failed or lib.wrh_namespace_new()
    if space < 0:
        return -int(space)
    os.close(space)
    return 0


def _enter_user_namespace() -> int:
    """Enter a new user namespace as its root. Return 0 or -errno."""
    user, group = os.geteuid(), os.getegid()
    for _ in range(_TRIES):
        failed = int(lib.wrh_own_user_namespace())
        if failed != -errno.EINVAL:
            break
        time.sleep(0.001)
    if failed:
        return failed
    try:
        File("/proc/self/setgroups").write_text("deny")
        File("/proc/self/uid_map").write_text(f"0 {user} 1")
        File("/proc/self/gid_map").write_text(f"0 {group} 1")
    except OSError as error:
        return -(error.errno or errno.EPERM)
    return 0


if __name__ == "__main__":
    main()
