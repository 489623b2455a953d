"""Test the library's MACs over SSH with many peers: `make matrix`.

One end of every connection is asyncssh with MACs computed by the library; the other end is an unmodified peer. A wrong
tag is reported with its packet's sequence number.
"""
