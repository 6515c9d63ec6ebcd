import numpy as onp
import torch


def observe(seeded_draws, case, kit):
    seeds = seeds_of(case)
    many = [seeded_draws(seed, case.n) for seed in seeds]
    again = [seeded_draws(seeds[i], case.n) for i in (0, 1, 0)]
    return {
        "kind": "an MXNet array and a list of ints",
        "loader": len(seeds),
        "same_draws": [draws for draws, _ in again[::2]],
        "same_order": [order for _, order in again[::2]],
        "visited": [many[0][1]] * 2,
        "orders": torch.tensor([order for _, order in many]),
        "draws": torch.stack([draws for draws, _ in many]),
    }


def seeds_of(case):
    """Return seeds that differ from the first in one bit each, or random ones."""
    if not case.count:
        return [case.seed, *(case.seed ^ 1 << bit for bit in range(31))]
    return [case.seed, *onp.random.RandomState(case.seed).randint(2**31, size=case.count).tolist()]
