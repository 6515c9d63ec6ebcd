"""Lays a hard link to the solution into its own folder.

Verdict: error
Headline: FileNotFoundError|PermissionError|OSError
"""

import os

os.link("@exercise@/solution.py", "mine.py")
exec(open("mine.py").read())
