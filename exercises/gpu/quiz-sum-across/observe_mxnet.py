import contextlib
import ctypes
import sys

from mxnet.base import _LIB
from mxnet.ndarray import NDArray

MODULES = [m for n, m in sys.modules.items() if n.startswith("mxnet") and hasattr(m, "_imperative_invoke")]
context, size = NDArray.context.fget, NDArray.size.fget


def operator(name):
    handle = ctypes.c_void_p()
    _LIB.NNGetOpHandle(name, ctypes.byref(handle))
    return handle.value


CUTS = {operator(name) for name in (b"slice", b"slice_axis", b"SliceChannel", b"_npi_slice", b"_split_v2")}
"""Operators that take a part of an array and compute nothing."""


def observe(sum_of_squares, case, kit):
    with kit.unmixed() as mixed, watched() as read:
        result = sum_of_squares(*case.arguments)
    sizes = [read.get(str(ctx), [0]) for ctx in case.ctxs]
    return {
        "result": result,
        "mixed": mixed,
        "context": kit.where(result),
        "work": [sum(one) for one in sizes],
        "largest": [max(one) for one in sizes],
    }


@contextlib.contextmanager
def watched():
    """List the sizes of the arrays that operators read, by device; what an operator only moves or cuts is left out."""
    read, originals = {}, [module._imperative_invoke for module in MODULES]

    def watching(original):
        def call(handle, arrays, keys, values, out, *rest):
            places = {str(context(array)) for array in arrays if isinstance(array, NDArray)}
            if len(places) == 1 and handle not in CUTS and (not isinstance(out, NDArray) or str(context(out)) in places):
                read.setdefault(*places, []).extend(size(array) for array in arrays)
            return original(handle, arrays, keys, values, out, *rest)

        return call

    for module, original in zip(MODULES, originals):
        module._imperative_invoke = watching(original)
    try:
        yield read
    finally:
        for module, original in zip(MODULES, originals):
            module._imperative_invoke = original
