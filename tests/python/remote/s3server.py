"""A real S3 server in a separate process on a free port: versitygw if it is installed, otherwise moto's."""

from __future__ import annotations

import contextlib
import importlib.util
import os
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

ACCESS, SECRET = "wirerate-test-access", "wirerate-test-secret-1810"


def missing() -> str:
    """Return why there is no server; empty if there is one."""
    if shutil.which("versitygw") or (importlib.util.find_spec("moto") and importlib.util.find_spec("flask_cors")):
        return ""
    return "no S3 server (pip: moto[s3] flask flask-cors)"


def credentials(endpoint: str) -> dict[str, str]:
    """Return a client's environment variables, without any of the user's own."""
    return {
        "AWS_ENDPOINT_URL": endpoint,
        "AWS_ACCESS_KEY_ID": ACCESS,
        "AWS_SECRET_ACCESS_KEY": SECRET,
        "AWS_DEFAULT_REGION": "us-east-1",
        "AWS_CONFIG_FILE": "/dev/null",
        "AWS_SHARED_CREDENTIALS_FILE": "/dev/null",
        "AWS_EC2_METADATA_DISABLED": "true",
    }


@contextlib.contextmanager
def running(folder: Path) -> Iterator[str]:
    """Start the server and return its address once it answers."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    if program := shutil.which("versitygw"):
        (folder / "buckets").mkdir()
        command = [program, "--port", f"127.0.0.1:{port}", "--quiet", "posix", str(folder / "buckets")]
    else:
        command = [sys.executable, "-m", "moto.server", "-H", "127.0.0.1", "-p", str(port)]
    environment = os.environ | {"ROOT_ACCESS_KEY_ID": ACCESS, "ROOT_SECRET_ACCESS_KEY": SECRET}
    with (folder / "server.log").open("wb") as log:
        server = subprocess.Popen(command, stdout=log, stderr=log, env=environment)
    try:
        _wait_for(port, server, folder / "server.log")
        yield f"http://127.0.0.1:{port}"
    finally:
        server.kill()
        server.wait()


def _wait_for(port: int, server: subprocess.Popen[bytes], log: Path) -> None:
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline and server.poll() is None:
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1):
            return
        time.sleep(0.05)
    pytest.fail(f"the S3 server did not start: {log.read_text(errors='replace')[-400:]}")
