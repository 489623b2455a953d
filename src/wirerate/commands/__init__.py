# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The commands of the trunk: authenticators of this machine, two runs beside each other, pages, and the host."""
