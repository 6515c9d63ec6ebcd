from mxnet import nd
from mxnet.context import current_context
from mxnet.ndarray import NDArray

array, asnumpy = nd.array, NDArray.asnumpy


class Trouble(Exception):
    """What make raises."""


def observe(call_under, case, kit):
    content, seen, inside = asnumpy(case.content), [], []

    def make():
        seen.append(str(current_context()))
        return array(content)

    def again():
        call_under(case.second, lambda: inside.append(str(current_context())))
        inside.append(str(current_context()))

    def fail():
        raise Trouble(str(current_context()))

    with case.home:
        result = call_under(case.ctx, make)
        default = after(case.home)
        thing = call_under(case.ctx, lambda: list(content.shape))
        call_under(case.ctx, again)
        inside.append(after(case.home))
        exception = "no exception"
        try:
            call_under(case.ctx, fail)
        except Trouble as trouble:
            exception = str(trouble)
        recovery = after(case.home)
    return {
        "result": result,
        "scope": seen,
        "context": kit.where(result),
        "default": default,
        "object": thing,
        "nested": inside,
        "exception": exception,
        "recovery": recovery,
    }


def after(home):
    """Return the default device, and set it back."""
    left = current_context()
    if left != home:
        home.__enter__()
    return str(left)
