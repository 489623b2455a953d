"""The one place in Python that knows the version."""

__version__ = "0.1.0"
