# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Entry point of the process that owns the network namespaces; reads questions as JSON from its standard input.

It is a process of its own because only one with a single thread may enter a user namespace, and because all that it
holds goes with it, however it ends.
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

_ENTERING = 20  # tries: a thread that has ended may be counted for a moment


def main() -> None:
    die_with_parent()
    failed = _enter()
    die_with_parent()  # a change of user takes the first wish away

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

    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))  # a chain takes a dozen descriptors
    with Bench() as bench:
        for line in sys.stdin.buffer:
            question = messages.QUESTION.decode(line)
            if isinstance(question, messages.Build):
                answer(bench.build(question.cell, question.sizes))
            else:
                answer(messages.Rounds(*bench.run(question.family, question.lap, question.laps, question.order)))


def _enter() -> int:
    """To where namespaces are permitted: here for root, else a user namespace. 0, or the errno."""
    space = -errno.EPERM
    if os.geteuid() == 0:
        space = lib.wrh_namespace_new()
    if space == -errno.EPERM:
        failed = _own_user_namespace()
        space = failed or lib.wrh_namespace_new()
    if space < 0:
        return -int(space)
    os.close(space)
    return 0


def _own_user_namespace() -> int:
    """Where we are root to ourselves, and to nobody else. 0, or -errno."""
    user, group = os.geteuid(), os.getegid()
    for _ in range(_ENTERING):
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
