# SPDX-License-Identifier: Apache-2.0 OR MIT
"""SSH packets through cipher and MAC in one process, the handling of keyed state the only factor that changes."""
