"""The library inside other people's programs. One module per program; each is imported only by who wants it."""
