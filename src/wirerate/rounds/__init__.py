# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Schedule the rounds of every measurement, decide when to stop, and convert the rounds to rows."""
