# SPDX-License-Identifier: Apache-2.0 OR MIT
"""One measuring of this machine from start to end: its requests, its session, and what to know before trusting it."""
