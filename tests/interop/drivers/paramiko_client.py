"""A paramiko client: sends standard input to the server at a port and prints the echo."""

import sys

import paramiko

transport = paramiko.Transport(("127.0.0.1", int(sys.argv[1])))
options = transport.get_security_options()
if sys.argv[2] not in options.digests:
    raise SystemExit(f"no MAC {sys.argv[2]} in paramiko")
options.digests = (sys.argv[2],)
transport.start_client(timeout=20)
transport.auth_none("anyone")
channel = transport.open_session(timeout=20)
channel.exec_command("cat")
channel.sendall(sys.stdin.buffer.read())
channel.shutdown_write()
while piece := channel.recv(1 << 16):
    sys.stdout.buffer.write(piece)
transport.close()
