# SPDX-License-Identifier: Apache-2.0 OR MIT
"""`doctor`: what disturbs measurements on this host."""

CALLS = {"doctor": "diagnosis"}
VIEWS = {"doctor": "diagnosis"}
