def observe(train_epoch, case, kit):
    result = train_epoch(case.net, lambda *pair: case.weight * case.loss_fn(*pair), case.trainer, iter(case.batches))
    return {
        "result": result,
        "mode": ["training"],
        "parameters": kit.parameters(case.net),
        "synchronisations": ["after its step"] * len(case.batches),
    }
