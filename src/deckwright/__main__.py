"""`python -m deckwright`: the command line."""

from deckwright.cli import main

if __name__ == "__main__":
    main()
