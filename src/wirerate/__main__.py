"""`python -m wirerate` is `wirerate`."""

from wirerate.cli import main

if __name__ == "__main__":
    main()
