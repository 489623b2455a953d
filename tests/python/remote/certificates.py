"""A cluster's certificate authority and certificate, made by the guide's commands."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

GUIDE = Path(__file__).parents[3] / "docs/guides/fleet.md"


def shown(word: str) -> str:
    """Return the guide's shell block that contains this word."""
    (block,) = [each for each in re.findall(r"```sh\n(.*?)```", GUIDE.read_text(), re.DOTALL) if word in each]
    return block


class Certificates:
    """Files in a folder that only the current user can enter."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.ca, self.cert, self.key = (folder / name for name in ("ca.pem", "cert.pem", "key.pem"))
        subprocess.run(["sh", "-e", "-c", shown("openssl")], cwd=folder, check=True, capture_output=True)

    @property
    def files(self) -> tuple[Path, Path, Path]:
        return self.ca, self.cert, self.key

    @property
    def options(self) -> list[str]:
        return ["--tls-ca-file", str(self.ca), "--tls-cert", str(self.cert), "--tls-key", str(self.key)]
