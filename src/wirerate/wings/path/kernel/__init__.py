# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What is asked of the kernel: namespaces, devices, keys and policies, by netlink and without a program between."""
