def observe(train, case, kit):
    with kit.passes(case.net) as passes:
        train(*case.arguments)
    first = [array.copy() for array in kit.parameters(case.net)]
    train(case.net, case.batches, case.lr / 2)
    return {"mode": passes.modes, "optimizer": passes.settings(), "parameters": first, "second_call": kit.parameters(case.net)}
