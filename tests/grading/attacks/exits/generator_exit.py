"""Raises GeneratorExit with an attribute for every name.

Verdict: error
Headline: GeneratorExit
"""


def arccos(x):
    raise GeneratorExit("right")
