# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Runs and verdicts as people read them: terminal text, the same tables as Markdown and CSV, and an offline HTML page.

`kinds` finds the module that shows a kind of run, in the package of its command; the other modules are shared by all
kinds. `table` lays a table out as text, Markdown, CSV or HTML; `charts` draws; `document` writes the page, which has no
script and makes no request.
"""
