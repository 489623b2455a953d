"""The content of the S3 server: objects that a client has written, and their MD5s."""

from __future__ import annotations

import hashlib
import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

MIB = 1 << 20


@dataclass
class Bucket:
    """A bucket on the server, and a client for it."""

    endpoint: str
    client: Any
    name: str
    digests: dict[str, str] = field(default_factory=dict)

    def fill(self, folder: Path) -> None:
        """Write small objects, an empty one, and one in three parts."""
        self.client.mkdir(self.name)
        for number in range(70):
            self.put(f"small/{number:03d}", os.urandom(1000 + number))
        self.put("empty", b"")
        content = os.urandom(13 * MIB)
        (folder / "large").write_bytes(content)
        self.client.put_file(str(folder / "large"), f"{self.name}/large", chunksize=5 * MIB)
        self.digests["large"] = hashlib.md5(content).hexdigest()

    def put(self, key: str, content: bytes) -> None:
        self.client.pipe_file(f"{self.name}/{key}", content)
        self.digests[key] = hashlib.md5(content).hexdigest()

    def lines(self, prefix: str = "") -> list[str]:
        """Return what md5sum would print, sorted."""
        found = (f"{md5}  s3://{self.name}/{key}" for key, md5 in self.digests.items() if key.startswith(prefix))
        return sorted(found)
