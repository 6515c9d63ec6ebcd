"""Leaves with the status that says that the sandbox failed, so that nothing is counted.

Verdict: crash
"""

import os

os._exit(70)
