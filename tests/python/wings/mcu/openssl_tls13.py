"""A TLS 1.3 handshake in this process, with the OpenSSL of the package cryptography at both ends."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest

from wirerate.wings.mcu.setups import CLIENT, SERVER

_openssl: Any = getattr(pytest.importorskip("cryptography.hazmat.bindings._rust"), "_openssl", None)
_NEEDED = ("SSL_CTX_set1_curves_list", "SSL_CTX_set_msg_callback", "SSL_CTX_set_ciphersuites")
if not all(hasattr(getattr(_openssl, "lib", None), name) for name in _NEEDED):
    pytest.skip("this version of cryptography gives no access to OpenSSL's TLS", allow_module_level=True)

_HEADER, _HANDSHAKE = 256, 22  # SSL3_RT_HEADER; messages
_VERIFY_PEER_AND_FAIL = 1 | 2
_MOST = 1 << 17


@dataclass(frozen=True)
class Told:
    """Messages in the order they were sent, as (side, message with header), and the bytes sent by each end."""

    messages: list[tuple[str, bytes]]
    sent: dict[str, int]


def handshake(group: str, certificate: bytes, key_pem: bytes) -> Told:
    """Run a handshake with one certificate that both ends show and trust, AES-128-CCM-8 and no tickets."""
    lib, ffi = _openssl.lib, _openssl.ffi
    told: list[tuple[str, bytes]] = []
    held: list[Any] = []  # objects to which C keeps a pointer

    def seen(side: str) -> Any:
        @ffi.callback("void(int,int,int,const void*,size_t,SSL*,void*)")
        def callback(sent: int, _version: int, kind: int, data: Any, size: int, _ssl: Any, _unused: Any) -> None:
            if sent and kind == _HANDSHAKE:
                told.append((side, bytes(ffi.buffer(data, size))))

        return callback

    @ffi.callback("int(int, X509_STORE_CTX*)")
    def believe(_ok: int, _store: Any) -> int:
        return 1

    def source(data: bytes) -> Any:
        held.append(ffi.from_buffer(data))
        return lib.BIO_new_mem_buf(held[-1], len(data))

    ends = {}
    for side in (CLIENT, SERVER):
        context = lib.SSL_CTX_new(lib.TLS_method())
        lib.SSL_CTX_set_options(context, lib.SSL_OP_NO_TICKET)
        if lib.SSL_CTX_set1_curves_list(context, group.encode()) != 1:
            pytest.skip(f"this OpenSSL has no {group}")
        assert lib.SSL_CTX_set_ciphersuites(context, b"TLS_AES_128_CCM_8_SHA256") == 1
        lib.SSL_CTX_set_cipher_list(context, b"DEFAULT:@SECLEVEL=0")
        lib.SSL_CTX_set_verify(context, _VERIFY_PEER_AND_FAIL, believe)
        held += [believe, seen(side)]
        lib.SSL_CTX_set_msg_callback(context, held[-1])
        own = lib.d2i_X509_bio(source(certificate), ffi.NULL)
        key = lib.PEM_read_bio_PrivateKey(source(key_pem), ffi.NULL, ffi.NULL, ffi.NULL)
        assert lib.SSL_CTX_use_certificate(context, own) == 1
        assert lib.SSL_CTX_use_PrivateKey(context, key) == 1
        ssl = lib.SSL_new(context)
        into, out = (lib.BIO_new(lib.BIO_s_mem()) for _ in range(2))
        lib.SSL_set_bio(ssl, into, out)
        (lib.SSL_set_accept_state if side == SERVER else lib.SSL_set_connect_state)(ssl)
        ends[side] = ssl, into, out
    sent = dict.fromkeys(ends, 0)
    buffer = ffi.new("char[]", _MOST)
    results = dict.fromkeys(ends, 0)
    for turn in range(8):
        side, other = ((CLIENT, SERVER), (SERVER, CLIENT))[turn % 2]
        if results[side] != 1:
            results[side] = lib.SSL_do_handshake(ends[side][0])
        size = max(lib.BIO_read(ends[side][2], buffer, _MOST), 0)
        sent[side] += size
        if size:
            lib.BIO_write(ends[other][1], buffer, size)
    assert set(results.values()) == {1}, "the handshake was not finished"
    return Told(told, sent)
