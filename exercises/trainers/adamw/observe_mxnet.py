def observe(train_adamw, case, kit):
    batch = [tuple(array.copy() for array in case.batches[0])]
    with kit.passes(case.net) as passes:
        train_adamw(*case.arguments)
    first = [array.copy() for array in kit.parameters(case.net)]
    train_adamw(case.net, batch, case.lr / 2, case.weight_decay, case.arguments[-1])
    return {"mode": passes.modes, "parameters": first, "second_call": kit.parameters(case.net)}
