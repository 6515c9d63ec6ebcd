import torch


def observe(clip_step, case, kit):
    case.net[-1].bias.data[0] += getattr(case, "lift", 0.0)
    norms = [clip_step(case.net, case.trainer, data, label, case.max_norm) for data, label in case.batches]
    usual = {} if getattr(case, "lift", 0.0) else {"usual": torch.tensor(norms)}
    seen = {"mode": ["training"], "optimizer": [], "parameters": kit.parameters(case.net), **usual}
    return {**seen, "statistics": kit.statistics(case.net)[::2], "norms": torch.tensor(norms)}
