def observe(train_epoch, case, kit):
    result = train_epoch(case.net, case.loss_fn, case.trainer, iter(case.batches))
    return {"result": result, "parameters": kit.parameters(case.net), "synchronisations": [1] * len(case.batches)}
