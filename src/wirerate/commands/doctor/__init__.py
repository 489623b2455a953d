# SPDX-License-Identifier: Apache-2.0 OR MIT
"""`doctor`: what on this host spoils measurements."""

CALLS = {"doctor": "diagnosis"}
VIEWS = {"doctor": "diagnosis"}
