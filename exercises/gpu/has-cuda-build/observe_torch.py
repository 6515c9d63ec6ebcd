import torch


def observe(has_cuda_build, case, kit):
    answers = []
    for built in case.built.tolist():
        torch._C._has_cuda = bool(built)
        answers.append(has_cuda_build())
    return {"build": answers}
