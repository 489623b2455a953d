# SPDX-License-Identifier: Apache-2.0 OR MIT
"""`wirerate sum`: md5sum's output and check mode, with many files in the lanes of the kernel at a time."""

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


_S3_TOOLS = re.compile(r"(\d+) *(?:([kmgKMG])i?[bB]|([kmg]))")  # 8MB in their settings is 8 MiB


class PartType(WordType):
    """A size of parts, 8Mi, or auto, which is 0."""

    name = "part"

    def get_metavar(self, param: click.Parameter, ctx: click.Context) -> str:
        return "auto|SIZE"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        from wirerate.links import parse_size

        if isinstance(value, int):
            return value
        if found := _S3_TOOLS.fullmatch(value):
            number, unit = found[1], (found[2] or found[3]).upper()
            raise UsageError(
                f"size {value!r}: S3's tools mean {number} {unit}iB by it, which is {number}{unit}i here "
                f"({number}{unit} would make another ETag)",
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
# GNU's words come first, in the order in which it looks; then ours.
@_wrong("--tag does not support --text mode", lambda line: line.tag and not line.binary)
@_wrong("the --zero option is not supported when verifying checksums", lambda line: line.zero and line.check)
@_wrong(f"the --tag option is {_MEANINGLESS}", lambda line: line.tag and line.check)
@_wrong(f"the --binary and --text options are {_MEANINGLESS}", lambda line: line.marked and line.judging)
@_wrong(f"the --ignore-missing option is {_MEANINGFUL}", lambda line: line.ignore_missing and not line.check)
@_wrong(f"the --status option is {_MEANINGFUL}", lambda line: line.said == "status" and not line.judging)
@_wrong(f"the --warn option is {_MEANINGFUL}", lambda line: line.said == "warn" and not line.judging)
@_wrong(f"the --quiet option is {_MEANINGFUL}", lambda line: line.said == "quiet" and not line.judging)
@_wrong(f"the --strict option is {_MEANINGFUL}", lambda line: line.strict and not line.judging)
@click.option("-b", "--binary", "mark", flag_value="*", help="Mark names with an asterisk; files are read alike.")
@click.option("-c", "--check", is_flag=True, help="Read checksums from the FILEs and check them.")
@_wrong("the --tag option has no form for ETags and objects", lambda line: line.tag and line.about_objects)
@click.option("--tag", is_flag=True, help="BSD-style lines.")
@click.option("-t", "--text", "mark", flag_value=" ", help="Mark names with a space (the default).")
@click.option("-z", "--zero", is_flag=True, help="End lines with NUL, and escape no names.")
@_wrong("--ignore-missing is for local copies", lambda line: line.ignore_missing and line.far and line.etag is not None)
@click.option("--ignore-missing", is_flag=True, help="With -c: pass over missing files in silence.")
@click.option("--quiet", "said", flag_value="quiet", help="With -c: no OK for each file that passes.")
@click.option("--status", "said", flag_value="status", help="With -c: no output, the exit status tells.")
@click.option("--strict", is_flag=True, help="With -c: fail on improperly formatted lines.")
@click.option("-w", "--warn", "said", flag_value="warn", help="With -c: name improperly formatted lines.")
@_wrong(f"the --recursive option is {_MEANINGLESS}", lambda line: line.recursive and line.check)
@click.option("-r", "--recursive", is_flag=True, help="Regular files of folders, links not followed.")
@_wrong(f"the --files-from option is {_MEANINGLESS}", lambda line: line.files_from is not None and line.check)
@_wrong(
    "name files, or a list of them by --files-from, not both", lambda line: line.files_from is not None and line.files
)
@_wrong("--files-from is for local files", lambda line: line.files_from and line.far)
@click.option("--files-from", metavar="LIST", help="Names from LIST (-: stdin), by line or NUL.")
@_wrong(
    "--exclude goes with --recursive, --files-from or URLs",
    lambda line: line.exclude and not line.recursive and line.files_from is None and (line.check or not line.far),
)
@click.option("--exclude", metavar="GLOB", multiple=True, help="Leave out of folders, lists and URLs; repeatable.")
@_wrong(
    "the --resume option with --etag is for URLs",
    lambda line: line.resume is not None and line.about_objects and not line.far,
)
@click.option("--resume", metavar="FILE", help="Journal: run again, only the rest is hashed.")
@_wrong("--cluster has its own threads: leave out --threads", lambda line: line.cluster and line.has("-j", "--threads"))
@click.option(
    "-j", "--threads", type=click.IntRange(1, 1024), default=1, metavar="N", help="Threads that read and hash."
)
@_wrong("--io is for local files", lambda line: line.has("--io") and line.far)
@click.option(
    "--io",
    type=click.Choice(["auto", "parallel", "sequential"]),
    default="auto",
    show_default=True,
    help="sequential: a file at a time, for rotating disks; auto finds them.",
)
@click.option("--progress/--no-progress", default=None, help="Progress, and what limited the run.  [default: on a tty]")
@_wrong("-c reads lists from files; --root says where objects are", lambda line: line.check and line.url_among_files)
@_wrong(
    "--etag auto needs ETags to compare with: -c LIST", lambda line: line.etag == 0 and not line.check and not line.far
)
@click.option("--etag", type=PartType(), help="S3's ETag, in parts of that size; auto: of whatever size fits.")
@_wrong("--root goes with --etag -c", lambda line: line.root is not None and not (line.check and line.etag is not None))
@click.option("--root", metavar="WHERE", help="With --etag -c: folder or URL that the list's keys are below.")
@_wrong(
    "--prefix goes with --etag -c", lambda line: line.prefix is not None and not (line.check and line.etag is not None)
)
@click.option("--prefix", metavar="TEXT", help="With --etag -c: left off the keys of the list.")
@_wrong(
    "name what is to be read: s3://BUCKET/PREFIX, or with -c a list",
    lambda line: not line.files and not line.check and line.far,
)
@cluster.options("Hash there, by Dask: tls://HOST:8786. Without: here.")
@_wrong("--yes is for objects: nothing else is asked about", lambda line: line.yes and not line.far and not line.check)
@click.option("--yes", is_flag=True, help="Read objects without asking what it costs.")
@rules.excludes("--json", "--binary", "--text", "--tag", "--zero", "--quiet", "--status")
@click.option("-J", "--json", is_flag=True, help="JSON Lines: an object per file, then the summary.")
@click.version_option(__version__, prog_name="wirerate sum")
def command(**given: Any) -> int:
    """Print or check MD5 checksums as GNU md5sum does, faster.

    Output, check mode and exit status are those of GNU md5sum; without FILE,
    or when FILE is -, standard input is read. Many files are hashed at a time;
    one alone is no faster than its chain of blocks allows.

    \b
    wirerate sum *.iso > MD5SUMS          wirerate sum -c MD5SUMS
    wirerate sum -rj2 --resume job.md5 /data > MD5SUMS
    wirerate sum s3://bucket/prefix       wirerate sum --etag auto -c list.json

    \b
    Exit: 0 all read and all matched, 1 not so, or wrong usage (as GNU).
    """
    from wirerate.wings.sum.names import keep_closed

    keep_closed()
    request = Request(**given)
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # when nobody reads on, end as GNU's tools do
    if request.about_objects:
        from wirerate.wings.sum.objects import run_objects

        return run_objects(request)
    from wirerate.wings.sum.local_files import run_local

    return run_local(request)
