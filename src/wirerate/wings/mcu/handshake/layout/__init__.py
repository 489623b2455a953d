# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Handshakes on paper: messages by the standards' sizes, and what carries them."""
