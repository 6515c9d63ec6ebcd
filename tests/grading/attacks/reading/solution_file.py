"""Opens the exercise's solution by its path and runs it.

Verdict: error
Headline: FileNotFoundError|PermissionError
"""

exec(open("@exercise@/solution.py").read())
