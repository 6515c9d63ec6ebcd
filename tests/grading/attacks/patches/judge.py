"""Imports the judge and makes it say yes.

Verdict: wrong error
"""

from mxnet import nd

from mxtutor.grading import compare, verdict
from mxtutor.grading.protocol import Verdict

compare.judge = verdict.judge = lambda *a: ()
verdict.headline_of = lambda *a: (Verdict.RIGHT, "Agrees.")


def arccos(x):
    return nd.zeros_like(x)
