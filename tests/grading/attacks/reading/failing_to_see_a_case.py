"""Fails on purpose and prints every input, to carry the cases over to a next attempt.

Verdict: error
Headline: RuntimeError
"""

seen = []


def arccos(x):
    seen.append(x.asnumpy().tolist())
    print(seen)
    raise RuntimeError(str(seen))
