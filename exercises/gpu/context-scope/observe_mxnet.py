from mxnet import nd
from mxnet.context import current_context
from mxnet.ndarray import NDArray

array, asnumpy = nd.array, NDArray.asnumpy


def observe(call_under, case, kit):
    content, seen, inside = asnumpy(case.content), [], []

    def make():
        seen.append(str(current_context()))
        return array(content)

    def again():
        call_under(case.second, lambda: inside.append(str(current_context())))
        inside.append(str(current_context()))

    def raised(error):
        """Return what reaches the caller when make raises an exception."""

        def fail():
            error.args = (str(current_context()),)
            raise error

        try:
            call_under(case.ctx, fail)
        except BaseException as caught:
            return str(caught) if caught is error else "another exception"
        return "no exception"

    with case.home:
        result = call_under(case.ctx, make)
        default = after(case.home)
        kept = array(content, ctx=case.home)
        things = (None, (), [], kept, kept.as_np_ndarray())
        same = [call_under(case.ctx, lambda thing=thing: thing) is thing for thing in things]
        call_under(case.ctx, again)
        inside.append(after(case.home))
        exceptions, recovery = [], []
        for error in (ValueError(), KeyboardInterrupt(), SystemExit(), GeneratorExit(), BaseException()):
            exceptions.append(raised(error))
            recovery.append(after(case.home))
    return {
        "result": result,
        "scope": seen,
        "context": kit.where(result),
        "default": default,
        "object": same,
        "nested": inside,
        "exception": exceptions,
        "recovery": recovery,
    }


def after(home):
    """Return the default device, and set it back."""
    left = current_context()
    if left != home:
        home.__enter__()
    return str(left)
