import torch


def observe(torch_running_var, case, kit):
    bn = torch.nn.BatchNorm1d(case.x.shape[2])
    for index in range(case.batches):
        bn(case.x[index])
    result = torch_running_var(bn, case.batches, case.n)
    return {"result": result, "kept": torch.ones_like(result)}
