"""The library in SSH against everyone: `make matrix`.

One end of every connection is asyncssh with MACs that the library computes, the other end is a peer as it is
distributed. What goes wrong is one packet with its sequence number, and it is told.
"""
