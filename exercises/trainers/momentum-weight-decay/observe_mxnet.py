def observe(train_sgd, case, kit):
    with kit.passes(case.net) as passes:
        train_sgd(*case.arguments)
    first = [array.copy() for array in kit.parameters(case.net)]
    train_sgd(case.net, case.batches, case.lr / 2, case.momentum, case.weight_decay)
    return {"mode": passes.modes, "optimizer": passes.settings("momentum", "wd"), "parameters": first, "second_call": kit.parameters(case.net)}
