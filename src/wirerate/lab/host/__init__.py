"""Measures authenticators on this machine: libraries in memory, one thread or several."""
