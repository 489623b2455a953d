"""The engine compared with hashlib: any mix of sizes, threads and I/O modes, parts of files, and paths that are no
files.
"""

from __future__ import annotations

import errno
import hashlib
import os
import random
import re
import resource
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from wirerate.errors import UsageError
from wirerate.wings.sum.engine import Engine, Job, Outcome, Outcomes, hash_files, hash_ranges

GUIDE = Path(__file__).parents[4] / "docs" / "guides" / "sum.md"
SIZES = [0, 1, 55, 56, 63, 64, 65, 4095, 4096, 4097, 32768, 65536, 262144, 262145, (2 << 20) + 64, 3_000_001]


@pytest.fixture(scope="module")
def mixture(tmp_path_factory: pytest.TempPathFactory) -> dict[Path, bytes]:
    """Create files of random and boundary sizes, more than are open at a time, and return their digests."""
    folder, chance = tmp_path_factory.mktemp("mixture"), random.Random(1810)
    sizes = SIZES + [int(chance.lognormvariate(9, 2)) % 4_000_000 for _ in range(400)]
    chance.shuffle(sizes)
    digests = {}
    for number, size in enumerate(sizes):
        content = chance.randbytes(size)
        path = folder / f"{number:04}"
        path.write_bytes(content)
        digests[path] = hashlib.md5(content).digest()
    return digests


@pytest.mark.parametrize("threads", [1, 2, 5])
@pytest.mark.parametrize("io", ["auto", "parallel", "sequential"])
def test_digests_in_the_order_asked(mixture: dict[Path, bytes], threads: int, io: str) -> None:
    outcomes = hash_files(mixture, threads=threads, io=io)
    assert [(o.path, o.digest) for o in outcomes] == [(os.fsencode(p), d) for p, d in mixture.items()]
    assert all(o.bytes == Path(os.fsdecode(o.path)).stat().st_size and not o.error and not o.changed for o in outcomes)


@pytest.mark.parametrize("kernel", ["portable", "sse2", "avx2", "avx512", "neon"])
def test_every_kernel(mixture: dict[Path, bytes], kernel: str) -> None:
    from wirerate import kernels, use_kernel

    if kernel not in kernels():
        pytest.skip(f"this CPU has no {kernel}")
    use_kernel(kernel)
    try:
        assert [o.digest for o in hash_files(mixture, threads=2)] == list(mixture.values())
    finally:
        use_kernel("auto")


def test_pieces_of_a_file(tmp_path: Path) -> None:
    content = random.Random(7).randbytes(3_000_000)
    (tmp_path / "whole").write_bytes(content)
    ranges = [(at, 100_000) for at in range(0, 3_000_000, 100_000)] + [(5, 1), (2_999_999, 50), (4_000_000, 3), (7, 0)]
    outcomes = hash_ranges(tmp_path / "whole", ranges, threads=2)
    for (offset, length), outcome in zip(ranges, outcomes, strict=True):
        piece = content[offset : offset + length]
        assert (outcome.digest, outcome.bytes, outcome.error) == (hashlib.md5(piece).digest(), len(piece), 0)


def test_unreadable_files_are_reported_among_the_others(tmp_path: Path) -> None:
    (tmp_path / "good").write_bytes(b"good")
    (tmp_path / "loop").symlink_to("loop")
    (tmp_path / "broken").symlink_to("nowhere")
    (tmp_path / "link").symlink_to("good")
    names = ["good", ".", "absent", "loop", "broken", "good/x", "link", "x" * 300, ""]
    outcomes = hash_files([tmp_path / name if name else "" for name in names])
    expected = [0, errno.EISDIR, errno.ENOENT, errno.ELOOP, errno.ENOENT, errno.ENOTDIR, 0, errno.ENAMETOOLONG]
    assert [o.error for o in outcomes] == [*expected, errno.ENOENT]
    assert {o.digest for o in outcomes if not o.error} == {hashlib.md5(b"good").digest()}
    assert {(o.digest, o.why) for o in outcomes if o.error} == {
        (b"", os.strerror(o.error)) for o in outcomes if o.error
    }
    assert {o.why for o in outcomes if not o.error} == {""}


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_permission_denied(tmp_path: Path) -> None:
    (tmp_path / "secret").write_bytes(b"secret")
    (tmp_path / "secret").chmod(0)
    assert hash_files([tmp_path / "secret"])[0].error == errno.EACCES


def test_a_fifo_is_waited_for_after_earlier_results_are_delivered(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "fifo")
    (tmp_path / "before").write_bytes(b"before")
    (tmp_path / "after").write_bytes(b"after")
    told: list[bytes] = []
    seen = threading.Event()

    def writer() -> None:
        assert seen.wait(60)
        with (tmp_path / "fifo").open("wb") as fifo:
            for _ in range(3):
                fifo.write(b"x" * 100_000)

    def note(outcome: Outcome) -> None:
        told.append(outcome.path.rpartition(b"/")[2])
        seen.set()

    thread = threading.Thread(target=writer)
    thread.start()
    outcomes = hash_files([tmp_path / name for name in ("before", "fifo", "after")], on_result=note)
    thread.join()
    assert told == [b"before", b"fifo", b"after"]
    assert outcomes[1].digest == hashlib.md5(b"x" * 300_000).digest()
    assert outcomes[1].bytes == 300_000


def test_a_piece_of_a_fifo_is_refused(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "fifo")
    (outcome,) = hash_ranges(tmp_path / "fifo", [(0, 5)])
    assert (outcome.error, outcome.digest) == (errno.ESPIPE, b"")


def test_files_without_a_size_are_read_to_their_end() -> None:
    for path in map(Path, ("/proc/version", "/proc/self/cmdline", "/sys/kernel/mm/transparent_hugepage/enabled")):
        if not path.exists():
            continue
        outcome = hash_files([path])[0]
        assert outcome.digest == hashlib.md5(path.read_bytes()).digest()
        assert not outcome.changed


@pytest.mark.parametrize("change", ["shrinks", "grows", "is rewritten"])
def test_a_file_that_changes_while_it_is_read_is_named(tmp_path: Path, change: str) -> None:
    """The file is large and comes after a silent FIFO, so it is open but not read to its end when it changes."""
    large, fifo = tmp_path / "large", tmp_path / "fifo"
    size = 64 << 20
    with large.open("wb") as file:
        file.truncate(size)
    os.mkfifo(fifo)

    with Engine() as engine:
        batches = engine.batches(Job(os.fsencode(path)) for path in (fifo, large))
        for _ in batches:  # the FIFO has no writer, so there are no results; meanwhile the large file is read
            if engine.usage().bytes:
                break
        with large.open("r+b") as file:
            if change == "shrinks":
                file.truncate(1000)
            elif change == "grows":
                file.seek(0, os.SEEK_END)
                file.write(b"more")
            else:
                file.write(b"other")
        fifo.open("wb").close()
        outcomes = [outcome for batch in batches for outcome in batch]
    assert outcomes[1].changed == 1
    assert outcomes[0].error == 0


def test_few_descriptors_are_enough(mixture: dict[Path, bytes]) -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    in_use = len(list(Path("/proc/self/fd").iterdir()))
    resource.setrlimit(resource.RLIMIT_NOFILE, (in_use + 12, hard))
    try:
        outcomes = hash_files(mixture, threads=2)
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    assert [o.digest for o in outcomes] == list(mixture.values())


def test_more_jobs_than_wait_at_a_time(tmp_path: Path) -> None:
    (tmp_path / "small").write_bytes(b"small")
    path = os.fsencode(tmp_path / "small")
    with Engine(threads=2) as engine:
        count = sum(outcome.digest == hashlib.md5(b"small").digest() for outcome in engine.run([Job(path)] * 30_000))
        usage = engine.usage()
    assert count == usage.files == 30_000
    assert usage.bytes == 150_000


def test_paths_and_pieces_may_stand_in_one_question(tmp_path: Path) -> None:
    content, half = bytes(range(256)) * 400, 50_001
    (tmp_path / "file").write_bytes(content)
    name = os.fsencode(tmp_path / "file")
    with Engine() as engine:
        outcomes = list(engine.run([name, Job(name, 0, half), Job(name, half), name]))
    expected = [hashlib.md5(part).digest() for part in (content, content[:half], content[half:], content)]
    assert [outcome.digest for outcome in outcomes] == expected


def test_packed_outcomes_unpack_unchanged() -> None:
    whole = [
        Outcome(b"a", hashlib.md5(b"a").digest(), 1, 2, -3, 0, 0),
        Outcome(b"b", b"", 0, 0, 0, errno.ENOENT, 0),
        Outcome(b"c", hashlib.md5(b"c").digest(), 2**63, 2**64 - 1, 2**62, 0, 0),
        Outcome(b"d", hashlib.md5(b"d").digest(), 5, 6, 7, 0, 1),
    ]
    packed = Outcomes.pack(whole)
    assert list(packed) == whole
    assert packed.remarkable() == [1, 3]
    for begin in range(5):
        for end in range(begin, 5):
            part = packed.part(begin, end)
            assert (list(part), len(part)) == (whole[begin:end], end - begin)
    assert packed.hex_digests()[::2] == [whole[0].digest.hex().encode(), whole[2].digest.hex().encode()]
    assert list(Outcomes.pack([])) == Outcomes.pack([]).hex_digests() == []


def test_several_threads_find_room_for_their_descriptors() -> None:
    """Linux enlarges a table shared by threads only after a grace period of 10 ms or more each time."""
    if not Path("/proc/self/status").exists():
        pytest.skip("without /proc the size of the descriptor table is unknown")
    code = """
import re, resource
soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
from wirerate.wings.sum.engine import Engine
def size():
    return int(re.search(r"FDSize:\\s*(\\d+)", open("/proc/self/status").read())[1])
before = size()
with Engine(threads=1):
    assert size() == before
with Engine(threads=2):
    print(soft >= 512 or soft, size())
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    allowed, room = done.stdout.split()
    if allowed != "True":
        pytest.skip(f"only {allowed} descriptors are allowed")
    assert int(room) > 2 * 128


def test_given_up_half_way_and_asked_again(mixture: dict[Path, bytes]) -> None:
    engine = Engine(threads=2)
    for _ in engine.run(Job(os.fsencode(path)) for path in mixture):
        break
    engine.close()
    engine.close()
    assert hash_files([]) == []


def test_the_guide_s_code_prints_no_digest_of_unreadable_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (code,) = re.findall(r"```python\n(.*?)```", GUIDE.read_text(), re.DOTALL)
    monkeypatch.chdir(tmp_path)
    Path("a.iso").write_bytes(b"abc")
    Path("big.tar").write_bytes(bytes(20 << 20))
    exec(code, {})
    missing = os.strerror(errno.ENOENT)
    assert capsys.readouterr().out == f"{hashlib.md5(b'abc').hexdigest()} a.iso\n{missing} b.iso\n"


def test_an_unknown_way_of_reading_is_refused() -> None:
    with pytest.raises(UsageError, match="parallell"):
        hash_files([], io="parallell")
