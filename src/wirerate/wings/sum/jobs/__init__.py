# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Jobs over objects of stores: listed, read and hashed, on this machine or on a cluster, with a manifest."""
