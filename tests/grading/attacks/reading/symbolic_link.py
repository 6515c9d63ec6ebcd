"""Lays a symbolic link to the solution into its own folder and reads through it.

Verdict: error
Headline: FileNotFoundError|PermissionError
"""

import os

os.symlink("@exercise@/solution.py", "mine.py")
exec(open("mine.py").read())
