"""`wirerate sum` of objects on a real S3 server, with a real cluster."""

from __future__ import annotations

import hashlib
import json
import pickle
import subprocess
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from tests.python.remote.certificates import Certificates
from tests.python.remote.s3server import ACCESS, SECRET
from tests.python.remote.stores import Bucket

from wirerate.wings.sum import stores
from wirerate.wings.sum.stores import Object, UnreadableError, listing
from wirerate.wings.sum.worker import hash_batch

Wirerate = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture
def scheduler(cluster: Any, certificates: Certificates) -> tuple[str, ...]:
    return "--cluster", cluster.scheduler.address, *certificates.options


def test_md5_of_every_object(wirerate: Wirerate, bucket: Bucket, scheduler: tuple[str, ...], tmp_path: Path) -> None:
    """A missing bucket is one line, the rest is done, no credentials are printed; a resumed job reads nothing again."""
    manifest = tmp_path / "manifest"
    done = wirerate("sum", *scheduler, "--resume", str(manifest), "s3://data", "s3://nowhere/x")
    assert sorted(done.stdout.splitlines()) == bucket.lines()
    assert done.stderr == "wirerate sum: s3://nowhere/x: no such bucket\n"
    assert done.returncode == 1
    assert ACCESS not in (everything := done.stdout + done.stderr + manifest.read_text())
    assert SECRET not in everything

    # Keep half of the journal, with its last line cut off; its remaining entries are trusted.
    lines = manifest.read_text().splitlines(keepends=True)
    kept = [lines[0], *(line.replace('"digest":"', '"digest":"kept-') for line in lines[1:40])]
    manifest.write_text("".join(kept) + lines[40][:-9])
    again = wirerate("sum", *scheduler, "--resume", str(manifest), "s3://data")
    assert again.returncode == 0, again.stderr
    assert again.stdout.count("kept-") == 39
    assert sorted(again.stdout.replace("kept-", "").splitlines()) == bucket.lines()
    names = [json.loads(line)["name"] for line in manifest.read_text().splitlines()[1:]]
    assert len(names) == len(set(names)) == len(bucket.digests)


def test_an_object_that_changed_is_read_again(
    wirerate: Wirerate, bucket: Bucket, scheduler: tuple[str, ...], tmp_path: Path
) -> None:
    bucket.put("changing", b"one")
    first = wirerate("sum", *scheduler, "--resume", str(tmp_path / "m"), "s3://data/changing")
    bucket.put("changing", b"two")
    second = wirerate("sum", *scheduler, "--resume", str(tmp_path / "m"), "s3://data/changing")
    bucket.client.rm_file("data/changing")
    wanted = f"{bucket.digests.pop('changing')}  s3://data/changing\n"
    assert first.stdout != second.stdout == wanted


def test_etags_of_the_listing(wirerate: Wirerate, bucket: Bucket, scheduler: tuple[str, ...]) -> None:
    done = wirerate("sum", *scheduler, "--etag", "auto", "s3://data/")
    assert done.returncode == 0, done.stderr
    assert sorted(done.stdout.splitlines()) == sorted(f"s3://data/{key}: VERIFIED" for key in bucket.digests)
    assert done.stderr == f"wirerate sum: {len(bucket.digests)} VERIFIED\n"


def test_a_list_compared_with_the_bucket(
    wirerate: Wirerate, bucket: Bucket, scheduler: tuple[str, ...], tmp_path: Path
) -> None:
    """Objects that vanished, were replaced, are encrypted, or have parts of another size each get a specific result."""
    etag = bucket.client.info("data/large")["ETag"].strip('"')
    rows = [
        ("large", etag, 13 << 20, "SSE-S3"),
        ("small/001", bucket.digests["small/001"], 1001, "SSE-S3"),
        ("small/002", "0" * 32, 1002, "SSE-S3"),
        ("small/003", "0" * 32, 1003, "SSE-KMS"),
        ("vanished", "0" * 32, 5, "SSE-S3"),
    ]
    path = tmp_path / "list.csv"
    path.write_text("Key,ETag,Size,EncryptionStatus\n" + "".join(",".join(map(str, row)) + "\n" for row in rows))
    done = wirerate("sum", *scheduler, "--etag", "auto", "--root", "s3://data", "-J", "-c", str(path))
    assert done.returncode == 1
    *answers, summary = map(json.loads, done.stdout.splitlines())
    found = {each["path"].removeprefix("s3://data/"): each.get("verdict", each.get("error")) for each in answers}
    assert found == {
        "large": "VERIFIED",
        "small/001": "VERIFIED",
        "small/002": "MISMATCH",
        "small/003": "NOT COMPARABLE",
        "vanished": "no such object",
    }
    assert summary["summary"]["exit"] == 1
    assert done.stderr.splitlines()[0] == "wirerate sum: s3://data/vanished: no such object"


def test_denied(bucket: Bucket, monkeypatch: pytest.MonkeyPatch) -> None:
    """The error has the store's answer, but not the key it refused. (moto checks policies, versitygw signatures.)"""
    from s3fs import S3FileSystem

    bucket.client.mkdir("closed")
    bucket.client.pipe_file("closed/object", b"abc")
    policy = {
        "Version": "2012-10-17",
        "Statement": [{"Effect": "Deny", "Principal": "*", "Action": "s3:*", "Resource": "arn:aws:s3:::closed/*"}],
    }
    bucket.client.call_s3("put_bucket_policy", Bucket="closed", Policy=json.dumps(policy))
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "another-secret")
    S3FileSystem.clear_instance_cache()
    batch = pickle.dumps([Object("s3://closed/object", 3)])
    (found,) = pickle.loads(hash_batch(batch, None))
    S3FileSystem.clear_instance_cache()
    assert found.error.startswith("access denied")
    assert "another-secret" not in found.error


def test_pages(bucket: Bucket, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stores, "PAGE", 7)
    found = list(listing("s3://data/small"))
    assert [each.name for each in found] == [f"s3://data/small/{number:03d}" for number in range(70)]
    assert [each.size for each in found] == [1000 + number for number in range(70)]
    assert all(each.etag == bucket.digests[each.name.removeprefix("s3://data/")] for each in found)


def test_a_prefix_is_a_folder_or_an_object(bucket: Bucket) -> None:
    assert [each.name for each in listing("s3://data/large")] == ["s3://data/large"]
    with pytest.raises(UnreadableError, match="no object there"):
        list(listing("s3://data/smal"))


def test_local_folders_too(wirerate: Wirerate, scheduler: tuple[str, ...], tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"abc")
    done = wirerate("sum", *scheduler, str(tmp_path))
    assert done.stdout == f"900150983cd24fb0d6963f7d28e17f72  file://{tmp_path}/a\n", done.stderr


def test_without_a_scheduler_processes_here_do_it(wirerate: Wirerate, bucket: Bucket) -> None:
    done = wirerate("sum", "-j", "1", "s3://data/empty")
    assert (done.stdout, done.returncode) == (f"{bucket.digests['empty']}  s3://data/empty\n", 0), done.stderr


def test_many_requests_are_not_made_unasked(wirerate: Wirerate, tmp_path: Path) -> None:
    path = tmp_path / "list.csv"
    path.write_text("Key,ETag,Size\n" + f"key,{'0' * 32},1000\n" * 100_001)
    done = wirerate("sum", "--etag", "auto", "--root", "s3://data", "-c", str(path))
    assert done.returncode == 1
    assert "this takes 200,002 requests and 100,001,000 bytes for 100,001 objects" in done.stderr
    assert "--yes" in done.stderr


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("https://user:secret-word@example.com/x",), "contains credentials"),
        (("https://example.com/x?X-Amz-Signature=secret-word",), "contains credentials"),
        (("nosuchscheme://x",), "Protocol not known"),
        (("--root", "x", "s3://data"), "--root goes with --etag -c"),
        (("-c", "s3://data"), "--root names the place"),
        (("--etag", "auto", "x"), "-c LIST"),
        (("--etag", "0", "x"), "0"),
        (("--etag", "8Mib", "x"), "8Mib"),
        (("--tag", "s3://data"), "--tag"),
        (("--exclude", "*.tmp", "-c", "list"), "--exclude goes with"),
        (("s3://*/x",), "name cannot be a pattern"),
        (("--cluster", "tls://127.0.0.1:1"), "name objects"),
    ],
)
def test_bad_input(wirerate: Wirerate, words: tuple[str, ...], told: str) -> None:
    done = wirerate("sum", *words)
    assert done.returncode == 1
    assert told in done.stderr
    assert "secret-word" not in done.stderr
    assert "Traceback" not in done.stderr
    assert done.stdout == ""


@pytest.fixture
def odd(bucket: Bucket) -> Iterator[str]:
    """Create a prefix with a folder marker, keys that end in a slash, and names that look like globs."""
    keys = {"odd/dir/": b"", "odd/full/": b"a folder with bytes", "odd/a.jpg": b"1", "odd/sub/b.jpg": b"2",
            "odd/sub/c.tmp": b"3", "odd/.git/config": b"4", "odd/what[1].jpg": b"5", "odd/what1.jpg": b"6"}  # fmt: skip
    for key, content in keys.items():
        bucket.client.call_s3("put_object", Bucket=bucket.name, Key=key, Body=content)
    yield "s3://data/odd"
    for key in keys:
        bucket.client.call_s3("delete_object", Bucket=bucket.name, Key=key)


def names(done: subprocess.CompletedProcess[str]) -> set[str]:
    return {line.partition("  ")[2].removeprefix("s3://data/odd/") for line in done.stdout.splitlines()}


EVERY = {"full/", "a.jpg", "sub/b.jpg", "sub/c.tmp", ".git/config", "what[1].jpg", "what1.jpg"}


def test_a_folder_marker_is_skipped_with_a_message(wirerate: Wirerate, odd: str) -> None:
    """A marker is not a missing object. A key that ends in a slash and has content is an ordinary object."""
    done = wirerate("sum", "-j1", odd)
    assert (done.returncode, names(done)) == (0, EVERY), done.stderr
    assert f"{hashlib.md5(b'a folder with bytes').hexdigest()}  {odd}/full/" in done.stdout.splitlines()
    word = f"wirerate sum: skipped a folder marker {odd}/dir/: an empty object whose key ends in a slash\n"
    assert done.stderr == word
    alone = wirerate("sum", "-j1", f"{odd}/dir/")
    assert (alone.returncode, alone.stdout, alone.stderr) == (0, "", word)


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (("s3://data/odd/*.jpg",), {"a.jpg", "what[1].jpg", "what1.jpg"}),
        (("s3://data/odd/**/*.jpg",), {"a.jpg", "sub/b.jpg", "what[1].jpg", "what1.jpg"}),
        (("s3://data/od?/sub",), {"sub/b.jpg", "sub/c.tmp"}),
        (("s3://data/odd/what[1].jpg",), {"what[1].jpg"}),  # an object has exactly this name
        (("s3://data/odd/what[12].jpg",), {"what1.jpg"}),
        (("--exclude", "*.tmp", "--exclude", ".git", "s3://data/odd"), EVERY - {"sub/c.tmp", ".git/config"}),
        (("--exclude", "*/odd/sub", "s3://data/odd"), EVERY - {"sub/b.jpg", "sub/c.tmp"}),
        (("--exclude", "odd", "s3://data/odd/a.jpg"), {"a.jpg"}),  # a named object is read despite --exclude
    ],
)
def test_globs_and_exclusions(wirerate: Wirerate, odd: str, words: tuple[str, ...], expected: set[str]) -> None:
    done = wirerate("sum", "-j1", *words)
    assert (done.returncode, names(done)) == (0, expected), done.stderr


def test_a_glob_that_matches_nothing(wirerate: Wirerate, odd: str) -> None:
    done = wirerate("sum", "-j1", f"{odd}/*.png")
    assert (done.returncode, done.stderr) == (1, f"wirerate sum: {odd}/*.png: no object there\n")
    wrong = wirerate("sum", "-j1", f"{odd}/**.jpg")
    assert (wrong.returncode, wrong.stdout) == (1, "")
    assert "** must be a whole folder name; type **/*.jpg" in wrong.stderr


def test_sum_checks_its_own_output(wirerate: Wirerate, bucket: Bucket, tmp_path: Path) -> None:
    """Objects and files are in one list; each kind of failure is reported in md5sum's words."""
    printed = wirerate("sum", "-j1", "s3://data/small", "s3://data/empty", "s3://data/large").stdout
    (tmp_path / "file").write_bytes(b"abc")
    lines = [*printed.splitlines(), f"{hashlib.md5(b'abc').hexdigest()}  {tmp_path}/file"]
    listed = tmp_path / "all.md5"
    listed.write_text("\n".join(lines) + "\n")
    good = wirerate("sum", "-j1", "-c", str(listed))
    assert (good.returncode, good.stderr) == (0, "")
    assert set(good.stdout.splitlines()) == {f"{line.partition('  ')[2]}: OK" for line in lines}

    bad = [f"{'0' * 32}  s3://data/empty", f"{'0' * 32}  s3://data/vanished", f"{'0' * 32}  {tmp_path}/file"]
    listed.write_text("\n".join([*bad, lines[0], "no line"]) + "\n")
    done = wirerate("sum", "-j1", "-c", str(listed))
    assert done.returncode == 1
    assert set(done.stdout.splitlines()) == {
        "s3://data/empty: FAILED", "s3://data/vanished: FAILED open or read", f"{tmp_path}/file: FAILED",
        f"{lines[0].partition('  ')[2]}: OK",
    }  # fmt: skip
    assert done.stderr.splitlines() == [
        "wirerate sum: s3://data/vanished: no such object",
        "wirerate sum: WARNING: 1 line is improperly formatted",
        "wirerate sum: WARNING: 1 listed file could not be read",
        "wirerate sum: WARNING: 2 computed checksums did NOT match",
    ]
    listed.write_text(f"{bad[1]}\n{lines[0]}\n")
    passed = wirerate("sum", "-j1", "-c", "--ignore-missing", "--quiet", str(listed))
    assert (passed.returncode, passed.stdout, passed.stderr) == (0, "", "")
    resumed = wirerate("sum", "-c", "--resume", str(tmp_path / "journal"), str(listed))
    assert resumed.returncode == 1
    assert "--resume with -c is only for files" in resumed.stderr


def test_the_same_by_a_cluster_and_as_etags(
    wirerate: Wirerate, bucket: Bucket, scheduler: tuple[str, ...], tmp_path: Path
) -> None:
    """Names that are URLs stay URLs, also in comparisons with ETags, below another root or none."""
    listed = tmp_path / "all.md5"
    listed.write_text(wirerate("sum", *scheduler, "s3://data/small").stdout)
    wanted = {f"{line.partition('  ')[2]}: " for line in bucket.lines("small/")}
    by_cluster = wirerate("sum", *scheduler, "-c", str(listed))
    assert set(by_cluster.stdout.splitlines()) == {f"{line}OK" for line in wanted}, by_cluster.stderr
    for words in ((), scheduler):
        etags = wirerate("sum", *words, "--etag", "auto", "-c", str(listed))
        assert etags.returncode == 0, etags.stderr
        assert set(etags.stdout.splitlines()) == {f"{line}VERIFIED" for line in wanted}
    (tmp_path / "small").mkdir()
    listed.write_text(listed.read_text().splitlines(keepends=True)[0])
    (tmp_path / "small/000").write_bytes(bucket.client.cat_file("data/small/000"))
    here = wirerate("sum", "--etag", "auto", "--root", str(tmp_path), "--prefix", "s3://data/", "-c", str(listed))
    assert here.stdout == f"{tmp_path}/small/000: VERIFIED\n", here.stderr
    both = wirerate("sum", "--etag", "auto", "--root", str(tmp_path), "-c", str(listed))
    assert both.returncode == 1
    assert "--root does not apply to URLs" in both.stderr


def test_a_list_without_sizes_is_accepted(wirerate: Wirerate, bucket: Bucket, tmp_path: Path) -> None:
    """The store is asked for the size; an object of another size is a mismatch that says so."""
    etag = bucket.client.info("data/large")["ETag"].strip('"')
    lines = {"large": etag, "small/001": bucket.digests["small/001"], "empty": bucket.digests["empty"]}
    listed = tmp_path / "etags"
    listed.write_text("".join(f"{each}  {key}\n" for key, each in lines.items()))
    for piped in (False, True):
        words = ["sum", "-j1", "--etag", "auto", "--root", "s3://data", "-c", *([] if piped else [str(listed)])]
        done = wirerate(*words, stdin=listed) if piped else wirerate(*words)
        assert (done.returncode, done.stderr) == (0, "wirerate sum: 3 VERIFIED\n")
        assert set(done.stdout.splitlines()) == {f"s3://data/{key}: VERIFIED" for key in lines}

    # An object that went on after the list was made begins with the very bytes that were listed.
    bucket.client.pipe_file("data/grown", b"abcdef")
    bucket.client.pipe_file("data/shrunk", b"ab")
    path = tmp_path / "list.csv"
    digest = hashlib.md5(b"abc").hexdigest()
    path.write_text(f"Key,ETag,Size\ngrown,{digest},3\nshrunk,{digest},3\nodd/dir/,{hashlib.md5().hexdigest()},0\n")
    done = wirerate("sum", "-j1", "--etag", "auto", "--root", "s3://data", "-c", str(path))
    assert set(done.stdout.splitlines()) == {
        "s3://data/grown: MISMATCH (6 bytes, listed 3)",
        "s3://data/shrunk: MISMATCH (2 bytes, listed 3)",
    }
    assert "skipped a folder marker odd/dir/" in done.stderr
    assert done.returncode == 1
    for key in ("grown", "shrunk"):
        bucket.client.rm_file(f"data/{key}")


def test_an_object_without_a_stated_length_is_hashed(tmp_path: Path) -> None:
    """If a server sends no length, all data that arrive are hashed."""
    from wirerate.wings.sum.worker import hash_batch

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.end_headers()
            if self.command == "GET":
                self.wfile.write(b"abc" * 1000)

        do_HEAD = do_GET

        def log_message(self, *_: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever).start()
        batch = pickle.dumps([Object(f"http://127.0.0.1:{server.server_port}/x", None)])
        (found,) = pickle.loads(hash_batch(batch, None))
        server.shutdown()
    assert (found.digest, found.object.size, found.error) == (hashlib.md5(b"abc" * 1000).hexdigest(), 3000, "")
