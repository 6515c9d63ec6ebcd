import contextlib

from mxnet.base import _LIB
from mxnet.context import Context


def observe(pick_devices, case, kit):
    picked = []
    for count in case.gpus.asnumpy():
        with pretence(int(count)):
            picked.append(named(pick_devices(*case.arguments)))
    return {"context": picked}


@contextlib.contextmanager
def pretence(count):
    """Let MXNet count `count` GPUs."""
    real = _LIB.MXGetGPUCount

    def counted(reference):
        reference._obj.value = count
        return 0

    _LIB.MXGetGPUCount = counted
    try:
        yield
    finally:
        _LIB.MXGetGPUCount = real


def named(picked):
    if type(picked) is not list:
        return f"{type(picked).__name__} instead of a list"
    return [str(item) if type(item) is Context else f"an object of type {type(item).__name__}" for item in picked]
