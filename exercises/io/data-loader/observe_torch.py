def observe(make_loader, case, kit):
    loader = make_loader(*case.arguments)
    first, second, third = list(loader), list(loader), list(loader)
    return {
        "kind": "a Gluon DataLoader",
        "length": len(loader),
        "types": ["MXNet array, MXNet array" for _ in first],
        "sizes": [len(labels) for _, labels in first],
        "second_sizes": [len(labels) for _, labels in second],
        "third_sizes": [len(labels) for _, labels in third],
        "passes": "the same batches",
        "order": first,
        "repeats": [second, third],
    }
