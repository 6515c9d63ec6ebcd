"""Overwrites a file of the machine that everyone may write.

Verdict: error
Headline: FileNotFoundError|PermissionError|OSError
"""

with open("@target@", "w") as file:
    file.write("right")
