import torch

SEEDS = range(1000, 1030)
SHARES = [0.1, 0.25, 0.5, 0.75, 0.9]


def observe(seeded_draws, case, kit):
    draws, order = seeded_draws(case.seed, case.n)
    torch.randn(7)
    again, order_again = seeded_draws(case.seed, case.n)
    other, other_order = seeded_draws(case.seed + 1, case.n)
    many = [seeded_draws(s, case.n) for s in SEEDS]
    return {
        "kind": "an MXNet array and a list of ints",
        "shape": list(draws.shape),
        "order": sorted(order),
        "loader": True,
        "same_draws": torch.equal(draws, again),
        "same_order": order == order_again,
        "other_draws": not torch.equal(draws, other),
        "other_order": order != other_order,
        "shuffled": min(len({o[0] for _, o in many}), 10),
        "distribution": torch.quantile(torch.cat([d for d, _ in many]), torch.tensor(SHARES)),
    }
