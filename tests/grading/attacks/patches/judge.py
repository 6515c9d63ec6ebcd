"""Imports the judge and makes it say yes.

Verdict: wrong error
"""

from mxnet import nd
from mxtutor.grading.judging import result
from mxtutor.grading.protocol import Verdict
from mxtutor.grading.reports import verdict

result.judge = verdict.judge = lambda *a: ()
verdict.headline_of = lambda *a: (Verdict.RIGHT, "Agrees.")


def arccos(x):
    return nd.zeros_like(x)
