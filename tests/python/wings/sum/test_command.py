"""`wirerate sum` compared with this machine's md5sum, and its additions: trees, lists, journals, JSON."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import jsonschema
import pytest
from tests.python import forked

OURS = [sys.executable, "-m", "wirerate", "sum"]
Answer = tuple[int, bytes, bytes]
Ask = Callable[..., Answer]

needs_md5sum = pytest.mark.skipif(not shutil.which("md5sum"), reason="no md5sum (Debian: coreutils)")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Create files with names of every kind."""
    path = tmp_path / "files"
    path.mkdir()
    for number, name in enumerate(
        [b"plain", b"with blank", b"new\nline", b"back\\slash", b"re\rturn", b"\xff\xfe", b"-"]
    ):
        (path / os.fsdecode(name)).write_bytes(b"x" * number)
    (path / "sub" / "deeper").mkdir(parents=True)
    (path / "sub" / "deeper" / "file").write_bytes(b"deep")
    (path / "sub" / "image.iso").write_bytes(b"iso")
    (path / "broken").symlink_to("nowhere")
    return path


@pytest.fixture
def ask(folder: Path, environment: dict[str, str]) -> Ask:
    def asked(program: Sequence[str], *words: str | bytes, stdin: bytes = b"") -> Answer:
        if program is OURS:
            done = forked.forking().run(["sum", *words], env=environment, cwd=folder, timeout=240, stdin=stdin)
            return done.returncode, done.stdout, done.stderr
        done = subprocess.run(
            [*program, *words], input=stdin, capture_output=True, cwd=folder, env=environment, timeout=240, check=False
        )
        return done.returncode, done.stdout, done.stderr

    return asked


NAMES = (
    b"plain",
    b"with blank",
    b"new\nline",
    b"back\\slash",
    b"re\rturn",
    b"\xff\xfe",
    b"./-",
    b"broken",
    b"sub",
    b"no",
)


@needs_md5sum
@pytest.mark.parametrize(
    "options",
    [
        (),
        ("-b",),
        ("-t",),
        ("--tag",),
        ("-z",),
        ("--tag", "-z"),
        ("-t", "--tag"),
        ("-bt",),
        ("--bin", "--text"),
        ("-tb",),
    ],
    ids=" ".join,
)
def test_digests_are_printed_as_md5sum_prints_them(ask: Ask, options: tuple[str, ...]) -> None:
    status, out, err = ask(["md5sum"], *options, *NAMES)
    assert ask(OURS, *options, *NAMES) == (status, out, err.replace(b"md5sum: ", b"wirerate sum: "))
    assert status == 1


@needs_md5sum
@pytest.mark.parametrize("words", [(), ("-",), ("-", "plain", "-"), ("--", "-"), ("plain", "-b")], ids=" ".join)
def test_standard_input(ask: Ask, words: tuple[str, ...]) -> None:
    assert ask(OURS, *words, stdin=b"typed\n") == ask(["md5sum"], *words, stdin=b"typed\n")


@needs_md5sum
@pytest.mark.parametrize(
    "words",
    [
        ("--tag", "-t", "plain"), ("-c", "-z"), ("-c", "--tag"), ("-c", "-b"), ("--quiet", "plain"),
        ("--status", "plain"), ("-w", "plain"), ("--strict", "plain"), ("--ignore-missing", "plain"),
    ],
    ids=" ".join,
)  # fmt: skip
def test_options_that_contradict_each_other(ask: Ask, words: tuple[str, ...]) -> None:
    status, out, err = ask(["md5sum"], *words)
    assert ask(OURS, *words) == (status, out, err.replace(b"md5sum", b"wirerate sum"))


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("--exclude *.o plain", "--exclude goes with"),
        ("-J -b plain", "--binary has no meaning with --json"),
        ("-J --tag plain", "--tag has no meaning with --json"),
        ("-J --quiet -c list", "--quiet has no meaning with --json"),
        ("--yes plain", "--yes is for objects"),
        ("--etag 8Mi --strict plain", "the --strict option is meaningful only when verifying checksums"),
        ("--io parallel s3://bucket", "--io is for local files"),
        ("--cluster tcp://host:1 -j 2 s3://bucket", "leave out --threads"),
        ("--etag auto --ignore-missing --root s3://bucket -c list", "--ignore-missing is for local copies"),
        ("-b --etag auto s3://bucket", "the --binary and --text options are meaningless"),
    ],
)
def test_options_that_would_be_ignored_are_refused_as_by_gnu(ask: Ask, words: str, told: str) -> None:
    status, out, err = ask(OURS, *words.split())
    said, further = err.decode().splitlines()
    assert (status, out) == (1, b"")
    assert told in said
    assert further == "Try 'wirerate sum --help' for more information."


@pytest.mark.parametrize("words", [("--nonsense",), ("-Q",), ("--s",), ("--tag=1",), ("-z", "--exclude")], ids=" ".join)
def test_wrong_options_are_a_line_and_status_1(ask: Ask, words: tuple[str, ...]) -> None:
    status, out, err = ask(OURS, "plain", *words)
    assert (status, out) == (1, b"")
    assert err.count(b"\n") == 1
    assert words[-1].strip("-")[:1].encode() in err


@needs_md5sum
def test_check_files_round_trip(ask: Ask, folder: Path) -> None:
    for options in ((), ("-b",), ("--tag",)):
        (folder / "SUMS").write_bytes(ask(OURS, *options, *NAMES)[1])
        assert ask(["md5sum"], "-c", "SUMS")[0] == 0
        assert ask(OURS, "-c", "SUMS") == ask(["md5sum"], "-c", "SUMS")
    sums = (folder / "SUMS").read_bytes()
    assert ask(OURS, "-c", stdin=sums) == ask(["md5sum"], "-c", stdin=sums)
    (folder / "plain").write_bytes(b"changed")
    (folder / "with blank").unlink()
    status, out, err = ask(["md5sum"], "-c", "SUMS", "sub", "no")
    assert ask(OURS, "-c", "SUMS", "sub", "no") == (status, out, err.replace(b"md5sum: ", b"wirerate sum: "))


@pytest.mark.skipif(not Path("/var/lib/dpkg/info").is_dir(), reason="no Debian packages to check")
def test_the_lists_of_debian_packages_just_work(ask: Ask, environment: dict[str, str]) -> None:
    lists = sorted(Path("/var/lib/dpkg/info").glob("*.md5sums"), key=lambda path: path.stat().st_size)
    lists = lists[len(lists) // 2 :][:20]
    both = [
        subprocess.run(
            [*program, "-c", *map(str, lists)], cwd="/", env=environment, capture_output=True, timeout=240, check=False
        )
        for program in (OURS, ["md5sum"])
    ]
    assert both[0].stdout == both[1].stdout
    assert both[0].returncode == both[1].returncode
    assert both[0].stdout.count(b"\n") > 100


def test_the_first_line_of_help_is_the_warning(ask: Ask) -> None:
    assert ask(OURS, "--help")[1].splitlines()[0] == b"MD5 finds accidents, not attackers."


def test_start_up_loads_nothing_heavy(folder: Path) -> None:
    code = (
        "import sys; from wirerate.cli.main import run; "
        "assert run(['sum', '-j2', 'plain']) == 0 and run(['sum', '-c', '/dev/null']) == 1; "
        "print({'numpy', 'rich', 'msgspec'} & set(sys.modules), file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=folder, capture_output=True, text=True, check=True)
    assert done.stderr.splitlines()[-1] == "set()"


def test_trees(ask: Ask) -> None:
    status, out, err = ask(OURS, "-r", "sub", "--exclude", "*.iso", "plain")
    assert (status, err) == (0, b"")
    assert [line[34:] for line in out.splitlines()] == [b"sub/deeper/file", b"plain"]
    everything = ask(OURS, "--recursive")[1]
    assert b"  ./sub/image.iso\n" in everything
    assert b"broken" not in everything  # links in trees are left out
    assert ask(OURS, "-r", "sub", "--exclude", "sub/d*")[1].endswith(b"  sub/image.iso\n")


@pytest.mark.parametrize("end", [b"\n", b"\0"])
def test_lists_of_names(ask: Ask, end: bytes) -> None:
    names = [b"plain", b"with blank", b"\xff\xfe"] + ([b"new\nline"] if end == b"\0" else [])
    expected = ask(OURS, *names)[1]
    assert ask(OURS, "--files-from", "-", stdin=end.join(names)) == (0, expected, b"")
    assert ask(OURS, "--files-from=-", stdin=b"".join(name + end for name in names)) == (0, expected, b"")
    status, out, err = ask(OURS, "--files-from", "absent")
    assert (status, out) == (1, b"")
    assert b"absent: No such file" in err


def test_json_lines(ask: Ask) -> None:
    status, out, _ = ask(OURS, "-J", b"\xff\xfe", "plain", "no")
    first, second, third, last = map(json.loads, out.splitlines())
    assert (status, last["summary"]["exit"], last["summary"]["files"], last["summary"]["failed"]) == (1, 1, 3, 1)
    assert (first["path_base64"], first["md5"]) == ("//4=", hashlib.md5(b"xxxxx").hexdigest())
    assert second == {"path": "plain", "md5": hashlib.md5().hexdigest(), "bytes": 0}
    assert third == {"path": "no", "error": "No such file or directory"}
    sums = ask(OURS, "plain", "sub/image.iso")[1].replace(b"  plain", b"  sub/image.iso", 1)
    status, out, _ = ask(OURS, "-cJ", stdin=sums)
    assert [json.loads(line).get("verdict") for line in out.splitlines()] == ["FAILED", "OK", None]


@pytest.mark.parametrize(
    "words",
    [("plain", "no", b"\xff\xfe"), ("-r", "sub"), ("-c", "SUMS"), ("--etag", "1Ki", "plain", "no"),
     ("--etag", "1Ki", "-c", "ETAGS"), ("--etag", "auto", "-c", "no-list")],
    ids=str,
)  # fmt: skip
def test_json_lines_are_as_documented(ask: Ask, folder: Path, words: tuple[str, ...]) -> None:
    (folder / "SUMS").write_bytes(ask(OURS, "plain", "sub/image.iso")[1])
    (folder / "ETAGS").write_bytes(ask(OURS, "--etag", "1Ki", "plain", "sub/image.iso")[1] + b"not a line\n")
    schema = json.loads((Path(__file__).parents[4] / "docs/reference/sum.schema.json").read_text())
    lines = [json.loads(line) for line in ask(OURS, "-J", *words)[1].splitlines()]
    assert list(lines[-1]) == ["summary"]
    for line in lines:
        jsonschema.validate(line, schema)


def test_the_last_line_names_what_limited_the_run(ask: Ask) -> None:
    _, out, err = ask(OURS, "--progress", "plain")
    assert out == hashlib.md5().hexdigest().encode() + b"  plain\n"
    assert err.count(b"\n") == 1
    assert b"of a core" in err
    assert ask(OURS, "plain")[2] == b""


def test_two_programs_that_write_to_one_pipe_keep_lines_whole(ask: Ask, folder: Path) -> None:
    """As in coreutils' test of md5sum: two programs write to one pipe, and lines stay whole."""
    many = folder / "many"
    many.mkdir()
    for number in range(400):
        (many / f"{number:0150}").touch()
    script = "(" + " & ".join([f"{' '.join(OURS)} many/*"] * 3) + " & wait)"
    lines = ask(["sh", "-c"], script)[1].splitlines()
    assert len(lines) == 1200
    assert {len(line) for line in lines} == {32 + 2 + 5 + 150}


def test_a_full_disk_is_status_1(folder: Path, environment: dict[str, str]) -> None:
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [*OURS, "plain"], stdout=full, stderr=subprocess.PIPE, cwd=folder, env=environment, check=False
        )
    assert (done.returncode, done.stderr) == (1, b"wirerate sum: write error: No space left on device\n")


def test_a_closed_pipe_ends_it_as_it_ends_md5sum(folder: Path, environment: dict[str, str]) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run([*OURS, "plain"], stdout=writing, cwd=folder, env=environment, check=False)
    os.close(writing)
    assert done.returncode == -signal.SIGPIPE


def killed_half_way(folder: Path, environment: dict[str, str], journal: Path) -> int:
    """Start a job whose last file is a FIFO without a writer, and kill it once the journal has all other files."""
    os.mkfifo(folder / "zz-fifo")
    names = [*sorted(str(path.name) for path in folder.glob("n*")), "zz-fifo"]
    with subprocess.Popen(
        [*OURS, "--resume", str(journal), *names], cwd=folder, env=environment, stdout=subprocess.DEVNULL
    ) as job:
        deadline = time.monotonic() + 120
        while time.monotonic() < deadline and (not journal.exists() or journal.read_bytes().count(b"\n") < len(names)):
            time.sleep(0.02)
        job.kill()
    (folder / "zz-fifo").unlink()
    return len(names) - 1


def test_a_job_killed_goes_on_where_it_stopped(
    ask: Ask, folder: Path, environment: dict[str, str], tmp_path: Path
) -> None:
    for number in range(50):
        (folder / f"n{number:02}").write_bytes(b"y" * number)
    journal = tmp_path / "journal"
    count = killed_half_way(folder, environment, journal)
    journal.write_bytes(journal.read_bytes() + b"0123456789abcdef cut o")  # a line that was not finished
    (folder / "n07").write_bytes(b"changed since")
    names = sorted(path.name for path in folder.glob("n*"))
    status, out, _ = ask(OURS, "-J", "--resume", str(journal), *names)
    summary = json.loads(out.splitlines()[-1])["summary"]
    assert (status, summary["resumed"], summary["files"]) == (0, count - 1, 1)
    plain = ask(OURS, *names)
    assert ask(OURS, "--resume", str(journal), *names) == plain
    assert ask(OURS, "-c", "--resume", str(journal), stdin=plain[1])[0] == 0


def test_a_file_that_is_no_journal_is_not_changed(ask: Ask, folder: Path) -> None:
    (folder / "MD5SUMS").write_bytes(b"precious\n")
    status, _, err = ask(OURS, "--resume", "MD5SUMS", "plain")
    assert status == 1
    assert b"is not a journal" in err
    assert (folder / "MD5SUMS").read_bytes() == b"precious\n"


def test_an_interruption_keeps_the_printed_lines(folder: Path, environment: dict[str, str]) -> None:
    os.mkfifo(folder / "fifo")
    with subprocess.Popen(
        [*OURS, "plain", "fifo"], cwd=folder, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as job:
        assert job.stdout is not None
        assert job.stdout.readline() == hashlib.md5().hexdigest().encode() + b"  plain\n"
        job.send_signal(signal.SIGINT)
        _, err = job.communicate(timeout=120)
    assert job.returncode == 130
    assert err == b"wirerate sum: interrupted; the printed lines are valid\n"


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can switch to an unprivileged user")
def test_permission_denied(folder: Path, environment: dict[str, str]) -> None:
    secret = folder / "secret"
    secret.write_bytes(b"secret")
    secret.chmod(0)
    program = (
        "import os, sys; os.seteuid(65534); from wirerate.cli.main import run; sys.exit(run(['sum', sys.argv[1]]))"
    )
    loaded = ("command", "local_files", "journal", "check_files")
    stdin = f"import {', '.join(f'wirerate.wings.sum.{name}' for name in loaded)}; {program}"
    for parent in (folder, folder.parent, folder.parent.parent, folder.parent.parent.parent):
        parent.chmod(0o755)
    done = subprocess.run(
        [sys.executable, "-c", stdin, str(secret)], capture_output=True, env=environment, cwd="/", check=False
    )
    assert (done.returncode, done.stdout) == (1, b"")
    assert done.stderr == f"wirerate sum: {secret}: Permission denied\n".encode()


@pytest.mark.parametrize("words", ["-j 0 plain", "--threads x plain", "--io bogus plain", "--files-from absent",
                                   "--resume /nonexistent/journal plain", "--etag 0 plain", "-c absent",
                                   "--nosuch"])  # fmt: skip
def test_every_wrong_usage_has_exit_status_1(ask: Ask, words: str) -> None:
    """The help says so, and GNU's tools do the same; each error has one line."""
    status, out, err = ask(OURS, *words.split())
    assert (status, out) == (1, b"")
    assert err.startswith(b"wirerate sum: ")
    assert b"internal failure" not in err


def closed(folder: Path, program: str, words: str) -> tuple[int, bytes, bytes]:
    """Return the answer to a command whose standard input is closed."""
    done = subprocess.run(
        f"{program} {words} <&-", shell=True, cwd=folder, capture_output=True, timeout=60, check=False
    )
    return done.returncode, done.stdout, done.stderr


@pytest.mark.parametrize("words", ["-c", "-c -", "-c --status", "", "-", "plain -"])
def test_a_closed_standard_input_is_a_file_that_cannot_be_read(folder: Path, words: str) -> None:
    """The output equals md5sum's without its second line, which repeats the first."""
    status, out, err = closed(folder, f"{sys.executable} -m wirerate sum", words)
    theirs = closed(folder, "md5sum", words)
    assert (status, out) == theirs[:2] == (1, theirs[1])
    assert err.replace(b"wirerate sum: ", b"md5sum: ") == theirs[2].splitlines(keepends=True)[0]


@pytest.mark.parametrize("words", ["--files-from -", "--files-from=- -r", "--etag auto -c", "--etag auto -c -"])
def test_so_is_one_from_which_names_should_come(folder: Path, words: str) -> None:
    status, out, err = closed(folder, f"{sys.executable} -m wirerate sum", words)
    assert (status, out) == (1, b"")
    assert b"Bad file descriptor" in err
    assert b"internal failure" not in err


def test_no_other_file_is_read_in_its_place(folder: Path) -> None:
    """The next file opened would get the descriptor number of standard input."""
    (folder / "list").write_bytes(b"%b  -\n" % hashlib.md5(b"").hexdigest().encode())
    for words in ("--resume journal -", "-c list"):
        status, out, _ = closed(folder, f"{sys.executable} -m wirerate sum", words)
        assert status == 1
        assert b"OK" not in out
        assert not out or b"FAILED open or read" in out


@pytest.mark.parametrize("size", ["8mb", "8MB", "8MiB", "8m", "16 MB"])
def test_a_part_size_as_s3_tools_write_it_gets_a_hint(ask: Ask, size: str) -> None:
    """8M means 8,000,000 bytes in wirerate, which gives another ETag than the 8 MiB of S3 tools."""
    number = size.strip("mMiIbB ")
    status, _, err = ask(OURS, "--etag", size, "plain")
    assert status == 1
    assert b"type %bMi\n" % number.encode() in err


def test_a_local_copy_has_no_markers_of_folders(ask: Ask, folder: Path) -> None:
    """A listed key that ends in a slash and has no bytes is skipped with a message; a folder is not a wrong copy."""
    (folder / "odd").mkdir()
    (folder / "odd/file").write_bytes(b"abc")
    empty, digest = hashlib.md5(b"").hexdigest(), hashlib.md5(b"abc").hexdigest()
    (folder / "list.csv").write_text(f"Key,ETag,Size\nodd/,{empty},0\nodd/file,{digest},3\n")
    status, out, err = ask(OURS, "--etag", "auto", "-c", "list.csv")
    assert (status, out) == (0, b"odd/file: VERIFIED\n")
    assert err.splitlines() == [
        b"wirerate sum: skipped a folder marker odd/: an empty object whose key ends in a slash",
        b"wirerate sum: 1 VERIFIED",
    ]
