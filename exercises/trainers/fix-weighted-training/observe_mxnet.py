def observe(train_weighted, case, kit):
    batch = [tuple(array.copy() for array in case.batches[0])]
    with kit.passes(case.net) as passes:
        train_weighted(*case.arguments)
    first = [array.copy() for array in kit.parameters(case.net)]
    train_weighted(case.net, batch, case.weights, case.lr / 2, case.weight_decay)
    return {"mode": passes.modes, "optimizer": passes.settings("wd"), "parameters": first, "second_call": kit.parameters(case.net)}
