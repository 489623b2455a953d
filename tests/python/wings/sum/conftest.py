"""The fixture `wirerate`, here with standard input."""

from tests.python.remote.fixtures import wirerate  # noqa: F401
