"""A handshake of the emulated client with an OpenSSL server, over UDP on this machine."""

from __future__ import annotations

import shutil
import socket
import subprocess
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from wirerate.errors import MissingError
from wirerate.wings.mcu.lab.credentials import credentials
from wirerate.wings.mcu.lab.mbedtls import MbedEnd, messages
from wirerate.wings.mcu.lab.source import fetch
from wirerate.wings.mcu.setups import CLIENT, SERVER, Setup

OPENSSL = shutil.which("openssl")
MESSAGE = b"from an emulated Cortex-M4".ljust(63, b".") + b"\n"
PATIENCE_S = 120  # allows for a loaded machine; a silent server is then killed

pytestmark = [
    pytest.mark.skipif(OPENSSL is None, reason="no openssl"),
    pytest.mark.usefixtures("firmware_cache"),
]


def free_port() -> int:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@pytest.fixture
def server(tmp_path: Path) -> Iterator[tuple[int, subprocess.Popen[bytes]]]:
    """Run s_server with our certificate; it sends a cookie and requests the client's certificate."""
    both = credentials()
    files = {"ca.der": both.authority, "cert.der": both.ends[SERVER].certificate, "key.der": both.ends[SERVER].key}
    for name, content in files.items():
        (tmp_path / name).write_bytes(content)
    ca = ["openssl", "x509", "-inform", "der", "-in", "ca.der", "-out", "ca.pem"]
    subprocess.run(ca, cwd=tmp_path, check=True, capture_output=True)
    port = free_port()
    command = ["openssl", "s_server", "-dtls1_2", "-listen", "-accept", f"127.0.0.1:{port}", "-Verify", "2"]
    command += ["-mtu", "900", "-verify_return_error", "-CAfile", "ca.pem"]
    command += ["-cipher", "ECDHE-ECDSA-AES128-CCM8:@SECLEVEL=0"]
    command += ["-certform", "DER", "-cert", "cert.der", "-keyform", "DER", "-key", "key.der"]
    with subprocess.Popen(command, cwd=tmp_path, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        for line in process.stdout:
            if b"ACCEPT" in line:
                break
        patience = threading.Timer(PATIENCE_S, process.kill)
        patience.start()
        yield port, process
        patience.cancel()
        process.kill()


def test_openssl_accepts_the_client_and_its_certificate(server: tuple[int, subprocess.Popen[bytes]]) -> None:
    port, process = server
    try:
        library = fetch()
    except MissingError as error:
        pytest.skip(str(error))
    client = MbedEnd(CLIENT, Setup(), "cortex-m4", library, "-O2")
    client.prepare()
    received: list[str] = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as link:
        link.settimeout(PATIENCE_S)
        link.connect(("127.0.0.1", port))
        done, sent = client.step([])
        while not done:
            for datagram in sent:
                link.send(datagram)
            datagram = link.recv(65536)
            received += [message.name for message in messages(datagram, SERVER)]
            done, sent = client.step([datagram])
        for datagram in client.send(MESSAGE):
            link.send(datagram)
        assert process.stdout is not None
        assert MESSAGE in iter(process.stdout.readline, b"")
    assert received[0] == "HelloVerifyRequest"
    assert {"ServerHello", "Certificate", "ServerKeyExchange", "CertificateRequest", "Finished"} <= set(received)
