"""`python -m halfmove`: the command `halfmove`, where its script is not on the path."""

import sys

from halfmove.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
