def observe(train_with_schedule, case, kit):
    batch = [tuple(array.copy() for array in case.batches[0])]
    with kit.passes(case.net) as passes:
        train_with_schedule(*case.arguments)
    first = [array.copy() for array in kit.parameters(case.net)]
    train_with_schedule(case.net, batch, case.lr / 2, 1, 1, case.gamma)
    return {"mode": passes.modes, "optimizer": passes.settings(), "parameters": first, "second_call": kit.parameters(case.net)}
