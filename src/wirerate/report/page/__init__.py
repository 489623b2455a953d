"""One offline HTML file: the answer, charts with table twins, the method and the run itself. No script, no request."""
