def observe(make_loader, case, kit):
    loader = make_loader(*case.arguments)
    length = len(loader)
    passes = [list(loader) for _ in range(2)]
    return {
        "kind": "a Gluon DataLoader",
        "length": length,
        "types": ["MXNet array, MXNet array" for _ in passes[0]],
        "sizes": [len(labels) for _, labels in passes[0]],
        "second_sizes": [len(labels) for _, labels in passes[1]],
        "repeats": "the same batches",
        "order": passes[0],
    }
