def observe(train, case, kit):
    train(*case.arguments)
    first = [array.clone() for array in kit.parameters(case.net)]
    train(case.net, case.batches, case.lr / 2)
    return {"mode": ["training"], "optimizer": [], "parameters": first, "second_call": kit.parameters(case.net)}
