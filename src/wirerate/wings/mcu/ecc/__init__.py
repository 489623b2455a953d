# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Operations of Mbed TLS on elliptic curves: configured, run, checked on the host, stored, and timed for a target."""
