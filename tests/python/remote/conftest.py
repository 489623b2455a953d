"""`wirerate`, which may be given standard input here."""

from tests.python.remote.fixtures import wirerate  # noqa: F401
