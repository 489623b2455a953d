"""Connecting to schedulers: which ones are contacted, errors for the others, and the guide's whole cluster."""

from __future__ import annotations

import hashlib
import json
import os
import shlex
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from wirerate.errors import MissingError, UsageError
from wirerate.remote.cluster import Scheduler, connect

from .certificates import Certificates, shown

Wirerate = Callable[..., "subprocess.CompletedProcess[str]"]

pytest.importorskip("distributed", reason="no Dask (pip install '.[fleet]')")


@pytest.mark.parametrize(
    "address", ["tcp://host:8786", "TCP://host:8786", "host:8786", "192.0.2.1:8786", "tcp://[::1]:8786"]
)
def test_without_tls_it_takes_the_users_word(address: str) -> None:
    with pytest.raises(UsageError, match="anyone who connects can run code") as refused:
        Scheduler(address)
    assert "--tls-ca-file" in refused.value.fix
    assert "--insecure-cluster" in refused.value.fix
    assert not Scheduler(address, insecure=True).encrypted


def test_an_address_with_tls() -> None:
    assert Scheduler("tls://[::1]:8786").place == ("::1", 8786)
    assert Scheduler("TLS://host:8786").encrypted


@pytest.mark.parametrize(
    ("given", "told"),
    [
        (("tls://host",), "not a scheduler's address"),
        (("tls://:8786",), "not a scheduler's address"),
        (("tls://host:x",), "not a scheduler's address"),
        (("ws://host:8786", True), "not a scheduler's address"),
        (("tls://host:8786", True), "uses TLS"),
        (("tcp://host:8786", True, "ca.pem"), "it needs no TLS files"),
    ],
)
def test_invalid_addresses_and_options_are_usage_errors(given: tuple[Any, ...], told: str) -> None:
    with pytest.raises(UsageError, match=told):
        Scheduler(*given)


@pytest.mark.parametrize(("words", "status"), [(("sum", "s3://data"), 1), (("fleet", "check"), 2)])
@pytest.mark.parametrize(
    ("options", "told"),
    [
        (("--cluster", "tcp://127.0.0.1:1"), "anyone who connects"),
        (("--tls-key", "key.pem", "--cluster", "tcp://127.0.0.1:1", "--insecure-cluster"), "it needs no TLS files"),
        (("--insecure-cluster",), "--insecure-cluster has no meaning without --cluster"),
        (("--tls-cert", "cert.pem"), "--tls-cert has no meaning without --cluster"),
    ],
)
def test_both_commands_refuse_the_same(
    wirerate: Wirerate, words: tuple[str, ...], status: int, options: tuple[str, ...], told: str
) -> None:
    if words[0] == "fleet" and "--cluster" not in options:
        options = (*options, "--hosts", "alpha")
    done = wirerate(*words, *options)
    assert told in done.stderr
    assert (done.returncode, done.stdout) == (status, "")


def files(certificates: Certificates) -> tuple[str, str, str]:
    return str(certificates.ca), str(certificates.cert), str(certificates.key)


@pytest.mark.parametrize("words", [("sum", "/dev/null"), ("fleet", "check")])
def test_a_scheduler_that_is_not_there_is_one_sentence(
    wirerate: Wirerate, certificates: Certificates, words: tuple[str, ...]
) -> None:
    begin = time.monotonic()
    done = wirerate(*words, "--cluster", "tls://127.0.0.1:1", *certificates.options)
    assert done.returncode == (1 if words[0] == "sum" else 4)
    assert done.stderr.count("\n") == 1
    assert "no scheduler answers at tls://127.0.0.1:1: Connection refused; start one with: dask" in done.stderr
    assert time.monotonic() - begin < 10


@contextmanager
def answering(reply: bytes) -> Iterator[int]:
    """Listen on a port like another program, which answers with these bytes."""
    code = (
        "import socket, sys; s = socket.create_server(('127.0.0.1', 0)); print(s.getsockname()[1], flush=True)\n"
        f"while True:\n c = s.accept()[0]; c.sendall({reply!r}); c.close()"
    )
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        yield int(process.stdout.readline())
        process.kill()


def test_another_program_at_the_port(certificates: Certificates) -> None:
    with answering(b"220 mail\r\n") as port, pytest.raises(MissingError, match="has no valid certificate"):  # noqa: SIM117
        with connect(Scheduler(f"tls://127.0.0.1:{port}", False, *files(certificates))):
            pass


def test_files_that_are_missing_or_not_named(certificates: Certificates, tmp_path: Path) -> None:
    with pytest.raises(MissingError, match="none is named"), connect(Scheduler("tls://127.0.0.1:1")):
        pass
    with (
        pytest.raises(MissingError, match="cannot be used"),
        connect(Scheduler("tls://127.0.0.1:1", False, str(tmp_path / "absent"), *files(certificates)[1:])),
    ):
        pass


def test_a_scheduler_of_another_authority_is_not_contacted(cluster: Any, tmp_path: Path) -> None:
    """Nor does it accept a client that its own authority has not certified."""
    stranger = Certificates(tmp_path)
    with (
        pytest.raises(MissingError, match="has no valid certificate"),
        connect(Scheduler(cluster.scheduler.address, False, *files(stranger))),
    ):
        pass


def test_an_uninvited_client_is_not_let_in(
    cluster: Any, certificates: Certificates, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Refused are a client that knows the cluster's authority but has no certificate of it, and one without TLS."""
    from wirerate.remote import cluster as module

    monkeypatch.setattr(module, "_CONNECT_S", 1.0)
    stranger = Certificates(tmp_path)
    plain = cluster.scheduler.address.replace("tls://", "tcp://")
    for scheduler in (
        Scheduler(cluster.scheduler.address, False, str(certificates.ca), str(stranger.cert), str(stranger.key)),
        Scheduler(plain, insecure=True),
    ):
        with pytest.raises(MissingError, match="no Dask scheduler at"), connect(scheduler):
            pass


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as free:
        return int(free.getsockname()[1])


def test_the_guides_cluster(tmp_path: Path) -> None:
    """Run certificates, scheduler, worker and command as printed, except for the host, the ports and the input."""
    here = Certificates(tmp_path)
    assert {path.stat().st_mode & 0o077 for path in tmp_path.glob("*.pem")} == {0}
    strict = ["openssl", "verify", "-x509_strict", "-CAfile", "ca.pem", "cert.pem"]  # as Python does from 3.13 on
    subprocess.run(strict, cwd=tmp_path, check=True, capture_output=True)
    (tmp_path / "object").write_bytes(b"abc")
    port = free_port()
    ours = {"8786": str(port), "127.0.0.1:8787": "127.0.0.1:0", "scheduler:": "127.0.0.1:", "auto": "1"}
    ours |= {"s3://bucket/photos": f"file://{tmp_path}/object", "wirerate sum": f"{sys.executable} -m wirerate sum"}
    environment = os.environ | {"HOME": str(tmp_path), "XDG_STATE_HOME": str(tmp_path)}

    def started(block: str) -> list[str]:
        for word, instead in ours.items():
            block = block.replace(word, instead)
        program, *words = shlex.split(block.replace("\\\n", " "))
        return [sys.executable, "-m", "dask", *words] if program == "dask" else [program, *words]

    running = [
        subprocess.Popen(started(shown(name)), cwd=tmp_path, env=environment, stderr=subprocess.DEVNULL)
        for name in ("dask scheduler", "dask worker")
    ]
    try:
        for _ in range(100):
            asked = started(shown("wirerate sum --cluster"))
            done = subprocess.run(asked, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
            if "no scheduler answers" not in done.stderr and "no workers" not in done.stderr:
                break
            time.sleep(0.1)
        assert done.stdout == f"{hashlib.md5(b'abc').hexdigest()}  file://{tmp_path}/object\n", done.stderr
        by_configuration = [word for word in asked if not word.startswith("--tls") and not word.endswith(".pem")]
        names = {"CA_FILE": here.ca, "CLIENT__CERT": here.cert, "CLIENT__KEY": here.key}
        dask = {f"DASK_DISTRIBUTED__COMM__TLS__{name}": str(path) for name, path in names.items()}
        again = subprocess.run(
            [*by_configuration, "-J"], cwd=tmp_path, env=environment | dask, capture_output=True, check=True
        )
        assert json.loads(again.stdout.splitlines()[0])["md5"] == hashlib.md5(b"abc").hexdigest()
    finally:
        for process in reversed(running):
            process.terminate()
        for process in running:
            process.wait(timeout=30)
