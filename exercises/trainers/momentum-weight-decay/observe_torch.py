def observe(train_sgd, case, kit):
    train_sgd(*case.arguments)
    first = [array.clone() for array in kit.parameters(case.net)]
    train_sgd(case.net, case.batches, case.lr / 2, case.momentum, case.weight_decay)
    return {"mode": ["training"], "optimizer": [], "parameters": first, "second_call": kit.parameters(case.net)}
