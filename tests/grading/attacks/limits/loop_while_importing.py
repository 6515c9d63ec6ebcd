"""Never gets as far as defining anything.

Verdict: timeout
Seconds: 1
"""

while True:
    pass
