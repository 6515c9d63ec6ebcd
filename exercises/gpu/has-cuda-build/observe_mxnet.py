import contextlib

from mxnet.base import _LIB
from mxnet.runtime import feature_list

CUDA = next(feature for feature in feature_list() if feature.name == "CUDA")
"""The flag in the library's own memory, which every way to ask reads."""


def observe(has_cuda_build, case, kit):
    answers = []
    for built, count in zip(case.built.asnumpy(), case.gpus.asnumpy()):
        with pretence(bool(built), int(count)):
            answers.append(has_cuda_build())
    return {"build": answers}


@contextlib.contextmanager
def pretence(built, count):
    """Let MXNet be a build with or without CUDA that counts `count` GPUs."""
    real_flag, real_count = CUDA.enabled, _LIB.MXGetGPUCount

    def counted(reference):
        reference._obj.value = count
        return 0

    CUDA._enabled, _LIB.MXGetGPUCount = built, counted
    try:
        yield
    finally:
        CUDA._enabled, _LIB.MXGetGPUCount = real_flag, real_count
