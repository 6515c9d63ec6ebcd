import contextlib

from mxnet.base import _LIB
from mxnet.runtime import feature_list

FLAGS = [feature for feature in feature_list() if feature.name.startswith(("CUD", "NCCL", "TENSORRT"))]
"""The flags about GPUs in the library's own memory, which every way to ask reads; one of them is CUDA."""


def observe(has_cuda_build, case, kit):
    answers = []
    for built, count, other in zip(case.built.asnumpy(), case.gpus.asnumpy(), case.others.asnumpy()):
        with pretence(bool(built), int(count), bool(other)):
            answers.append(has_cuda_build())
    return {"build": answers}


@contextlib.contextmanager
def pretence(built, count, other):
    """Let MXNet be a build with or without CUDA that counts `count` GPUs and has the other flags about GPUs or not."""
    real_flags, real_count = [flag.enabled for flag in FLAGS], _LIB.MXGetGPUCount

    def counted(reference):
        reference._obj.value = count
        return 0

    for flag in FLAGS:
        flag._enabled = built if flag.name == "CUDA" else other
    _LIB.MXGetGPUCount = counted
    try:
        yield
    finally:
        _LIB.MXGetGPUCount = real_count
        for flag, real in zip(FLAGS, real_flags):
            flag._enabled = real
