"""``python -m outrider.cli`` is the same as ``outrider``."""

import sys

from outrider.cli import main

sys.exit(main())
