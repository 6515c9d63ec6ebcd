from mxnet import nd
from mxnet.context import current_context
from mxnet.ndarray import NDArray

array, asnumpy = nd.array, NDArray.asnumpy


class Trouble(Exception):
    """What make raises."""


def observe(call_under, case, kit):
    content, home, seen = asnumpy(case.content), current_context(), []

    def make():
        seen.append(str(current_context()))
        return array(content)

    def fail():
        raise Trouble("make raises this on purpose")

    result = call_under(case.ctx, make)
    default = after(home)
    exception = "swallowed"
    try:
        call_under(case.ctx, fail)
    except Trouble:
        exception = "reaches the caller"
    return {
        "result": result,
        "scope": seen,
        "context": kit.where(result),
        "default": default,
        "exception": exception,
        "recovery": after(home),
    }


def after(home):
    """Return whether the default is what it was, and set it back."""
    left = current_context()
    if left == home:
        return "as before"
    home.__enter__()
    return f"still {left}"
