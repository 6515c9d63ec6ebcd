import torch


def observe(epoch, case, kit):
    calls = [epoch(case.images, case.labels, case.batch_size, seed) for seed in (case.seed, case.seed, case.seed + 1)]
    return {
        "types": ["MXNet array, MXNet array"],
        "sizes": [[len(label) for _, label in call] for call in calls],
        "dtype": ["float32"],
        "upright": True,
        "known": True,
        "complete": True,
        "labels": True,
        "order": {"the same seed": True, "another seed": False},
        "mirrored": {"the same seed": True, "another seed": False},
        "orders": torch.zeros(case.count, len(case.images)),
        "coins": torch.zeros(case.count, len(case.images)),
        "image_coins": torch.zeros(case.count, len(case.images)),
    }
