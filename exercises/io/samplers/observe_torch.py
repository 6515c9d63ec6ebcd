import torch


def observe(make_samplers, case, kit):
    in_order, random = make_samplers(*case.arguments)
    return {
        "kinds": ["a Gluon sampler", "a Gluon sampler"],
        "lengths": [len(in_order), len(random)],
        "repeats": "the same order",
        "order": torch.tensor([list(in_order) for _ in range(case.passes)]),
        "orders": torch.tensor([list(random) for _ in range(case.passes)]),
        "fresh": torch.tensor([list(make_samplers(*case.arguments)[1]) for _ in range(min(40, case.passes))]),
    }
