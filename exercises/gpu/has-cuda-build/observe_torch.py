import torch


def observe(has_cuda_build, case, kit):
    answers = {}
    for built, build in ((True, "a CUDA build"), (False, "a CPU build")):
        torch._C._has_cuda = built
        for machine in ("without GPUs", "with 2 GPUs"):
            answers[f"{build} {machine}"] = str(has_cuda_build())
    return {"build": answers}
