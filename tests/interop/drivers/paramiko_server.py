"""A paramiko echo server, which prints its port and serves one connection from any user."""

import socket
import threading

import paramiko


class Anyone(paramiko.ServerInterface):
    def __init__(self) -> None:
        self.asked = threading.Event()

    def check_auth_none(self, username: str) -> int:
        return paramiko.AUTH_SUCCESSFUL

    def get_allowed_auths(self, username: str) -> str:
        return "none"

    def check_channel_request(self, kind: str, chanid: int) -> int:
        return paramiko.OPEN_SUCCEEDED

    def check_channel_exec_request(self, channel: paramiko.Channel, command: bytes) -> bool:
        self.asked.set()
        return True


listener = socket.create_server(("127.0.0.1", 0))
print(listener.getsockname()[1], flush=True)
transport = paramiko.Transport(listener.accept()[0])
transport.add_server_key(paramiko.ECDSAKey.generate())
server = Anyone()
transport.start_server(server=server)
channel = transport.accept(20)
server.asked.wait(20)
while piece := channel.recv(1 << 16):
    channel.sendall(piece)
channel.send_exit_status(0)
channel.close()
transport.join(5)
