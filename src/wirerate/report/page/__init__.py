# SPDX-License-Identifier: Apache-2.0 OR MIT
"""One offline HTML file: the answer, charts with table twins, the method and the run itself. No script, no request."""
