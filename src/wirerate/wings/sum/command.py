# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The command line of `wirerate sum`, which has md5sum's options, output and check mode."""

from __future__ import annotations

import re
import signal
from typing import TYPE_CHECKING, Any

import click

from wirerate._version import __version__
from wirerate.cli import cluster, rules
from wirerate.cli.types import WordType
from wirerate.errors import UsageError
from wirerate.wings.sum.gnu import GnuCommand
from wirerate.wings.sum.request import Request

if TYPE_CHECKING:
    from collections.abc import Callable


_S3_TOOLS = re.compile(r"(\d+) *(?:([kmgKMG])i?[bB]|([kmg]))")  # S3's tools write 8MB for 8 MiB


class PartType(WordType):
    """A part size such as 8Mi; "auto" becomes 0."""

    name = "part"

    def get_metavar(self, param: click.Parameter, ctx: click.Context) -> str:
        return "auto|SIZE"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        from wirerate.links import parse_size

        if isinstance(value, int):
            return value
        if match := _S3_TOOLS.fullmatch(value):
            number, unit = match[1], (match[2] or match[3]).upper()
            raise UsageError(
                f"size {value!r}: S3's tools mean {number} {unit}iB, which wirerate writes {number}{unit}i "
                f"({number}{unit} gives a different ETag)",
                fix=f"type {number}{unit}i",
            )
        return 0 if value == "auto" else parse_size(value)

    def words(self) -> tuple[str, ...]:
        return ("auto",)


def _wrong(words: str, when: Callable[[Request], object]) -> Callable[[rules.F], rules.F]:
    return rules.complains(words, when=lambda values: when(Request(**values)))


_MEANINGLESS = "meaningless when verifying checksums"
_MEANINGFUL = "meaningful only when verifying checksums"


@click.command(
    "sum", cls=GnuCommand, options_metavar="[OPTION]... [FILE]...",
    headline="MD5 finds accidents, not attackers.",
)  # fmt: skip
# GNU's messages come first, in its order of checks.
@_wrong("--tag does not support --text mode", lambda line: line.tag and not line.binary)
@_wrong("the --zero option is not supported when verifying checksums", lambda line: line.zero and line.check)
@_wrong(f"the --tag option is {_MEANINGLESS}", lambda line: line.tag and line.check)
@_wrong(f"the --binary and --text options are {_MEANINGLESS}", lambda line: line.marked and line.judging)
@_wrong(f"the --ignore-missing option is {_MEANINGFUL}", lambda line: line.ignore_missing and not line.check)
@_wrong(f"the --status option is {_MEANINGFUL}", lambda line: line.output == "status" and not line.judging)
@_wrong(f"the --warn option is {_MEANINGFUL}", lambda line: line.output == "warn" and not line.judging)
@_wrong(f"the --quiet option is {_MEANINGFUL}", lambda line: line.output == "quiet" and not line.judging)
@_wrong(f"the --strict option is {_MEANINGFUL}", lambda line: line.strict and not line.judging)
@click.option("-b", "--binary", "mark", flag_value="*", help="Mark names with an asterisk; digests are the same.")
@click.option("-c", "--check", is_flag=True, help="Read checksums from the FILEs and check them.")
@_wrong("the --tag option does not support ETags and objects", lambda line: line.tag and line.about_objects)
@click.option("--tag", is_flag=True, help="BSD-style lines.")
@click.option("-t", "--text", "mark", flag_value=" ", help="Mark names with a space (the default).")
@click.option("-z", "--zero", is_flag=True, help="End lines with NUL, and do not escape names.")
@_wrong(
    "--ignore-missing is for local copies", lambda line: line.ignore_missing and line.remote and line.etag is not None
)
@click.option("--ignore-missing", is_flag=True, help="With -c: skip missing files silently.")
@click.option("--quiet", "output", flag_value="quiet", help="With -c: do not print OK for files that pass.")
@click.option("--status", "output", flag_value="status", help="With -c: print nothing; see the exit status.")
@click.option("--strict", is_flag=True, help="With -c: fail on improperly formatted lines.")
@click.option("-w", "--warn", "output", flag_value="warn", help="With -c: report improperly formatted lines.")
@_wrong(f"the --recursive option is {_MEANINGLESS}", lambda line: line.recursive and line.check)
@click.option("-r", "--recursive", is_flag=True, help="Hash the regular files in folders, without following links.")
@_wrong(f"the --files-from option is {_MEANINGLESS}", lambda line: line.files_from is not None and line.check)
@_wrong("name files or use --files-from LIST, not both", lambda line: line.files_from is not None and line.files)
@_wrong("--files-from is for local files", lambda line: line.files_from and line.remote)
@click.option("--files-from", metavar="LIST", help="Read names from LIST (-: stdin), one per line or NUL-terminated.")
@_wrong(
    "--exclude goes with --recursive, --files-from or URLs",
    lambda line: line.exclude and not line.recursive and line.files_from is None and (line.check or not line.remote),
)
@click.option(
    "--exclude", metavar="GLOB", multiple=True, help="Skip matching names in folders, lists and URLs; repeatable."
)
@_wrong(
    "the --resume option with --etag is for URLs",
    lambda line: line.resume is not None and line.about_objects and not line.remote,
)
@click.option("--resume", metavar="FILE", help="Keep a journal in FILE; a repeated run hashes only the rest.")
@_wrong("--cluster has its own threads: leave out --threads", lambda line: line.cluster and line.has("-j", "--threads"))
@click.option("-j", "--threads", type=click.IntRange(1, 1024), default=1, metavar="N", help="Use N threads.")
@_wrong("--io is for local files", lambda line: line.has("--io") and line.remote)
@click.option(
    "--io",
    type=click.Choice(["auto", "parallel", "sequential"]),
    default="auto",
    show_default=True,
    help="sequential reads one file at a time, for rotating disks; auto detects them.",
)
@click.option(
    "--progress/--no-progress", default=None, help="Show progress and what limited the run.  [default: on a tty]"
)
@_wrong(
    "-c reads lists from files; --root names the place of the objects", lambda line: line.check and line.url_among_files
)
@_wrong(
    "--etag auto needs ETags to compare with: -c LIST",
    lambda line: line.etag == 0 and not line.check and not line.remote,
)
@click.option("--etag", type=PartType(), help="Compute S3's ETag with this part size; auto: any size that fits.")
@_wrong("--root goes with --etag -c", lambda line: line.root is not None and not (line.check and line.etag is not None))
@click.option("--root", metavar="WHERE", help="With --etag -c: the folder or URL that contains the list's keys.")
@_wrong(
    "--prefix goes with --etag -c", lambda line: line.prefix is not None and not (line.check and line.etag is not None)
)
@click.option("--prefix", metavar="TEXT", help="With --etag -c: remove TEXT from the start of the list's keys.")
@_wrong(
    "name objects, such as s3://BUCKET/PREFIX, or a list with -c LIST",
    lambda line: not line.files and not line.check and line.remote,
)
@cluster.options("Hash on a Dask cluster: tls://HOST:8786.")
@_wrong("--yes is for objects", lambda line: line.yes and not line.remote and not line.check)
@click.option("--yes", is_flag=True, help="Read objects without confirming the cost.")
@rules.excludes("--json", "--binary", "--text", "--tag", "--zero", "--quiet", "--status")
@click.option("-J", "--json", is_flag=True, help="Print JSON Lines: an object per file, then a summary.")
@click.version_option(__version__, prog_name="wirerate sum")
def command(**parameters: Any) -> int:
    """Print or check MD5 checksums as GNU md5sum does, but faster.

    Output, check mode and exit status are those of GNU md5sum; without FILE,
    or when FILE is -, standard input is read. Many files are hashed at once;
    a single file is no faster than one MD5 chain allows.

    \b
    wirerate sum *.iso > MD5SUMS          wirerate sum -c MD5SUMS
    wirerate sum -rj2 --resume job.md5 /data > MD5SUMS
    wirerate sum s3://bucket/prefix       wirerate sum --etag auto -c list.json

    \b
    Exit: 0 if everything was read and matched, otherwise 1 (as GNU).
    """
    from wirerate.wings.sum.names import keep_closed

    keep_closed()
    request = Request(**parameters)
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # end on a closed pipe, as GNU's tools do
    if request.about_objects:
        from wirerate.wings.sum.objects import run_objects

        return run_objects(request)
    from wirerate.wings.sum.local_files import run_local

    return run_local(request)
