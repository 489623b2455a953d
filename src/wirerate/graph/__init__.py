# SPDX-License-Identifier: Apache-2.0 OR MIT
"""An algorithm written once: run it on integers, bound its speed, draw it, turn it into hardware."""
