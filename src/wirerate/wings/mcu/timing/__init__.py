# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Time of what ran: counts of instructions and of flash lines, made cycles by the tables of the cores' manuals."""
