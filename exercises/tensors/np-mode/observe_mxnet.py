import contextlib

from mxnet import _global_var
from mxnet.util import is_np_array


def observe(step_np, case, kit):
    kept = [array.copy() for array in (case.x, case.y, case.w1, case.w2)]
    with modes() as seen, kit.passes() as passes:
        result = step_np(*case.arguments)
    if type(result) not in (tuple, list) or len(result) != 2:
        return {"kind": type(result).__name__}
    loss, weights = result
    if type(weights) not in (tuple, list):
        return {"kind": type(weights).__name__}
    kind = [type(loss).__name__, *(f"{type(w).__module__}.{type(w).__name__}" for w in weights)]
    if kind != ["float", *["mxnet.numpy.ndarray"] * 2]:
        return {"kind": kind}
    unchanged = all((a == b).min().asscalar() == 1 for a, b in zip(kept, (case.x, case.y, case.w1, case.w2)))
    mode = "mx.np" if 2 * seen.count("mx.np") > len(seen) else "NDArray, or npx.set_np() is not called"
    return {
        "kind": kind,
        "mode": mode,
        "optimizer": passes.settings(),
        "loss": loss,
        "weights": list(weights),
        "kept": unchanged,
    }


@contextlib.contextmanager
def modes():
    """List for each array that an operator returns `mx.np`, or something else without `npx.set_np()`."""
    names, seen = ("_ndarray_cls", "_np_ndarray_cls"), []
    originals = {name: getattr(_global_var, name) for name in names}

    def noting(name):
        def make(*args, **named):
            seen.append("mx.np" if name == "_np_ndarray_cls" and is_np_array() else "other")
            return originals[name](*args, **named)

        return make

    for name in names:
        setattr(_global_var, name, noting(name))
    try:
        yield seen
    finally:
        for name, original in originals.items():
            setattr(_global_var, name, original)
