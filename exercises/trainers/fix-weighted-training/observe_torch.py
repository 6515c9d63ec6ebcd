def observe(train_weighted, case, kit):
    train_weighted(*case.arguments)
    first = [array.clone() for array in kit.parameters(case.net)]
    train_weighted(case.net, case.batches[:1], case.weights, case.lr / 2, case.weight_decay)
    return {"mode": ["training"], "optimizer": [], "parameters": first, "second_call": kit.parameters(case.net)}
