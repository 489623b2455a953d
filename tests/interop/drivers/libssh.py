"""A libssh client: sends standard input to the server at a port and prints the echo."""

import sys

from ssh import options
from ssh.session import Session

session = Session()
session.options_set(options.HOST, "127.0.0.1")
session.options_set_port(int(sys.argv[1]))
session.options_set(options.USER, "anyone")
try:
    session.options_set(options.HMAC_C_S, sys.argv[2])
    session.options_set(options.HMAC_S_C, sys.argv[2])
except Exception as error:
    raise SystemExit(f"no MAC {sys.argv[2]} in libssh") from error
session.connect()
session.userauth_none()
channel = session.channel_new()
channel.open_session()
channel.request_exec("cat")
data = memoryview(sys.stdin.buffer.read())
at = 0
while at < len(data):
    at += channel.write(bytes(data[at : at + 16384]))[1]
channel.send_eof()
while True:
    size, piece = channel.read()
    if not size:
        break
    sys.stdout.buffer.write(piece)
