"""A libssh2 client: sends standard input to the server at a port and prints the echo."""

import socket
import sys

from ssh2.session import LIBSSH2_METHOD_MAC_CS, LIBSSH2_METHOD_MAC_SC, Session

connection = socket.create_connection(("127.0.0.1", int(sys.argv[1])), timeout=20)
session = Session()
try:
    for direction in (LIBSSH2_METHOD_MAC_CS, LIBSSH2_METHOD_MAC_SC):
        session.method_pref(direction, sys.argv[2])
except Exception as error:
    raise SystemExit(f"no MAC {sys.argv[2]} in libssh2") from error
session.handshake(connection)
session.userauth_list("anyone")
channel = session.open_session()
channel.execute("cat")
data = memoryview(sys.stdin.buffer.read())
at = 0
while at < len(data):
    at += channel.write(bytes(data[at : at + 16384]))[1]
channel.send_eof()
while True:
    size, piece = channel.read(65536)
    if size <= 0:
        break
    sys.stdout.buffer.write(piece)
