"""Lists as written by S3, its command line and rclone, and files that are no list."""

from __future__ import annotations

import gzip
import hashlib
import json
from pathlib import Path

import pytest

from wirerate.errors import UsageError
from wirerate.wings.sum import lists
from wirerate.wings.sum.etag import Listed
from wirerate.wings.sum.lists import read_list

ETAG = "0123456789abcdef" * 2
SCHEMA = "Bucket, Key, VersionId, IsLatest, IsDeleteMarker, Size, LastModifiedDate, ETag, EncryptionStatus"
ROWS = f'''"b","photos/a+b%2Bc%C3%BC.jpg","","true","false","10","2026-01-01T00:00:00.000Z","{ETAG}-2","SSE-S3"
"b","old","v1","false","false","3","2026-01-01T00:00:00.000Z","{ETAG}","SSE-S3"
"b","gone","v2","true","true","","2026-01-01T00:00:00.000Z","",""
"b","secret","","true","false","7","2026-01-01T00:00:00.000Z","{ETAG}","SSE-KMS"
'''


def inventory(folder: Path, packed: bytes, **changes: object) -> Path:
    """Write an inventory as S3 delivers it: the manifest in a dated folder, the rows under data/."""
    (folder / "data").mkdir()
    (folder / "2026-11-21T01-00Z").mkdir()
    (folder / "data" / "part.csv.gz").write_bytes(packed)
    file = {
        "key": "inventories/b/daily/data/part.csv.gz",
        "size": len(packed),
        "MD5checksum": hashlib.md5(packed).hexdigest(),
    }
    manifest = {"sourceBucket": "b", "fileFormat": "CSV", "fileSchema": SCHEMA, "files": [file]} | changes
    path = folder / "2026-11-21T01-00Z" / "manifest.json"
    path.write_text(json.dumps(manifest))
    return path


def test_inventory(tmp_path: Path) -> None:
    """Keys are URL-encoded; earlier versions and delete markers are left out."""
    found = list(read_list(inventory(tmp_path, gzip.compress(ROWS.encode()))))
    assert found == [
        Listed("photos/a b+cü.jpg", f"{ETAG}-2", 10, "b", "SSE-S3"),
        Listed("secret", ETAG, 7, "b", "SSE-KMS"),
    ]


def test_inventory_that_contradicts_its_manifest(tmp_path: Path) -> None:
    path = inventory(tmp_path, gzip.compress(ROWS.encode()))
    (tmp_path / "data" / "part.csv.gz").write_bytes(gzip.compress(b"", mtime=0))
    with pytest.raises(UsageError, match="does not have the MD5"):
        list(read_list(path))


def test_a_file_of_an_inventory_that_cannot_be_read_is_not_said_to_be_another(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=f"cannot read {tmp_path}.*: Is a directory"):
        lists._check(tmp_path, ETAG)


def test_inventory_without_its_rows(tmp_path: Path) -> None:
    path = inventory(tmp_path, b"")
    (tmp_path / "data" / "part.csv.gz").unlink()
    with pytest.raises(UsageError, match="is missing"):
        list(read_list(path))


def test_inventory_in_parquet(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="Parquet, not CSV"):
        list(read_list(inventory(tmp_path, b"", fileFormat="Parquet")))


def test_csv_with_a_header(tmp_path: Path) -> None:
    path = tmp_path / "list.csv"
    path.write_text(f"Key,ETag,Size\na%20b,{ETAG},5\nshort\n")
    told: list[str] = []
    assert list(read_list(path, told.append)) == [Listed("a b", ETAG, 5)]
    assert told == [f"{path}:3: 1 columns instead of 3"]


def test_pages_of_list_objects_v2(tmp_path: Path) -> None:
    path = tmp_path / "objects.json"
    page = {"Name": "b", "Contents": [{"Key": "a", "Size": 1, "ETag": f'"{ETAG}"'}]}
    path.write_text(json.dumps(page, indent=2) + "\n" + json.dumps({"KeyCount": 0}))
    assert list(read_list(path)) == [Listed("a", f'"{ETAG}"', 1, "b")]


def test_lsjson(tmp_path: Path) -> None:
    path = tmp_path / "lsjson"
    items = [
        {"Path": "d", "IsDir": True, "Size": -1},
        {"Path": "d/a", "Size": 3, "Hashes": {"md5": ETAG}},
        {"Path": "composed", "Size": 4, "Hashes": {"crc32c": "00000000"}},
        {"Path": "unhashed", "Size": -1},
    ]
    path.write_text("\ufeff" + json.dumps(items))
    assert list(read_list(path)) == [
        Listed("d/a", ETAG, 3),
        Listed("composed", "", 4, composite=True),
        Listed("unhashed", "", None),
    ]


def test_lines(tmp_path: Path) -> None:
    path = tmp_path / "lines"
    path.write_bytes(
        f"# ours\n{ETAG}-3  a b\r\n\\{ETAG} *new\\nline\\\\\nrubbish\n".encode() + b"%b  \xff\n" % ETAG.encode()
    )
    told: list[str] = []
    found = [(each.key, each.etag) for each in read_list(path, told.append)]
    assert found == [("a b", f"{ETAG}-3"), ("new\nline\\", ETAG), ("\udcff", ETAG)]
    assert told == [f"{path}:4: not an ETag and a name"]


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{",
        b'{"a": 1}',
        b'[{"Size": 1}]',
        b'{"Contents": [{"Size": 1}]}',
        b'{"Contents": [3]}',
        b"a,b\n1,2\n",
        b"\x1f\x8b\x08truncated",
        gzip.compress(b"Key,ETag\na,b\n", mtime=0)[:-9],
        b"Key,ETag\n\xff\xfe,1\n",
        b"just words\n",
        b"[1e999]",
    ],
)
def test_a_file_that_is_no_list_is_a_one_line_error(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "list").write_bytes(content)
    with pytest.raises(UsageError) as caught:
        list(read_list(tmp_path / "list"))
    assert str(tmp_path / "list") in str(caught.value)
    assert caught.value.fix
