"""`python -m gemp_bot`: the same as `gemp-bot`."""

import sys

from gemp_bot.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
