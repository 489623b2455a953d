# SPDX-License-Identifier: Apache-2.0 OR MIT
"""`report`: write a run as one HTML page."""
