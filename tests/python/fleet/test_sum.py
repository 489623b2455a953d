"""`wirerate sum` of objects on a real S3 server, by a real cluster."""

from __future__ import annotations

import json
import pickle
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from wirerate.fleet import objects as objects_module
from wirerate.fleet.objects import Object, UnreadableError, listing
from wirerate.fleet.worker import hash_batch

from .certificates import Certificates
from .s3server import ACCESS, SECRET
from .stores import Bucket

Wirerate = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture
def scheduler(cluster: Any, certificates: Certificates) -> tuple[str, ...]:
    return "--cluster", cluster.scheduler.address, *certificates.options


def test_md5_of_every_object(wirerate: Wirerate, bucket: Bucket, scheduler: tuple[str, ...], tmp_path: Path) -> None:
    """A missing bucket is a line, the rest is done; no credentials anywhere; a resumed job reads nothing again."""
    manifest = tmp_path / "manifest"
    done = wirerate("sum", *scheduler, "--resume", str(manifest), "s3://data", "s3://nowhere/x")
    assert sorted(done.stdout.splitlines()) == bucket.lines()
    assert done.stderr == "wirerate sum: s3://nowhere/x: no such bucket\n"
    assert done.returncode == 1
    assert ACCESS not in (everything := done.stdout + done.stderr + manifest.read_text())
    assert SECRET not in everything

    # Half of it, the last line cut off; what it says of the others is taken at its word.
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


def test_a_list_held_against_the_bucket(
    wirerate: Wirerate, bucket: Bucket, scheduler: tuple[str, ...], tmp_path: Path
) -> None:
    """Vanished, replaced, encrypted, in parts of another size: each has its word, and the rest is verified."""
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
    """The store's own answer, and nothing of the key that it refused. (moto heeds policies, versitygw signatures.)"""
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
    monkeypatch.setattr(objects_module, "PAGE", 7)
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
    assert "this takes 100,102 requests and 100,001,000 bytes for 100,001 objects" in done.stderr
    assert "--yes" in done.stderr


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("https://user:secret-word@example.com/x",), "carries credentials"),
        (("https://example.com/x?X-Amz-Signature=secret-word",), "carries credentials"),
        (("nosuchscheme://x",), "Protocol not known"),
        (("--root", "x", "s3://data"), "--root goes with --etag -c"),
        (("-c", "s3://data"), "--root says where"),
        (("--etag", "auto", "x"), "-c LIST"),
        (("--etag", "0", "x"), "0"),
        (("--etag", "8Mib", "x"), "8Mib"),
        (("--tag", "s3://data"), "--tag"),
        (("--cluster", "tls://127.0.0.1:1"), "name what is to be read"),
    ],
)
def test_bad_input(wirerate: Wirerate, words: tuple[str, ...], told: str) -> None:
    done = wirerate("sum", *words)
    assert done.returncode == 1
    assert told in done.stderr
    assert "secret-word" not in done.stderr
    assert "Traceback" not in done.stderr
    assert done.stdout == ""
