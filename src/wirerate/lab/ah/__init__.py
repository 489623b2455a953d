"""IPv6 AH over packets: captures signed and verified, and the ring that measures it."""
