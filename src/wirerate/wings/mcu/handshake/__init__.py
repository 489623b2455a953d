# SPDX-License-Identifier: Apache-2.0 OR MIT
"""DTLS 1.2 handshakes of Mbed TLS between two emulated ends: configured, run, proven and stored."""
