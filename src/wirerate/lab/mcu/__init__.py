"""Firmware on an emulated Cortex-M: fetched, built, run, and timed by the tables of its manuals."""
