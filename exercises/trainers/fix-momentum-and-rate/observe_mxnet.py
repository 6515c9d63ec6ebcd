def observe(train, case, kit):
    batch = [tuple(array.copy() for array in case.batches[0])]
    with kit.passes(case.net) as passes:
        train(*case.arguments)
    first = [array.copy() for array in kit.parameters(case.net)]
    train(case.net, batch, case.lr / 2, case.momentum, [], case.factor)
    return {"mode": passes.modes, "optimizer": passes.settings("momentum"), "parameters": first, "second_call": kit.parameters(case.net)}
