"""The result is a list of one context.

You return a list where one context is asked for; return `x.context` itself.
"""


def device_of(x):
    return [x.context]
