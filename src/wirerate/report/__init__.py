# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Runs and verdicts as people read them: terminal tables, Markdown and CSV twins, one offline HTML page.

`kinds` asks the room of a run's command what is shown; the rest is their common dress. `table` lays a table out as
text, Markdown, CSV or HTML; `charts` draws; `document` writes the page: no script, no request.
"""
