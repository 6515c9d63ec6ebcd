"""A list that holds itself a hundred times: describing it never ends.

Verdict: timeout crash
Seconds: 1
"""


def arccos(x):
    endless = []
    endless += [endless] * 100
    return endless
