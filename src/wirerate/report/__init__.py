"""Runs and verdicts as people read them: terminal tables, Markdown and CSV twins, one offline HTML page.

`views` says what stands in a table, once; `table` lays it out as text, Markdown, CSV or HTML; `charts` draws;
`terminal` prints; `page` writes the HTML file.
"""
