# SPDX-License-Identifier: Apache-2.0 OR MIT
"""TLS 1.3 by the record: one thread writes into a connection over loopback and reads back what it wrote."""
