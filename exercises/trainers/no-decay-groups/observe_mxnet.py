def observe(train_groups, case, kit):
    batch = [tuple(array.copy() for array in case.batches[0])]
    with kit.passes(case.net) as passes:
        train_groups(*case.arguments)
    first = [array.copy() for array in kit.parameters(case.net)]
    train_groups(case.net, batch, case.lr / 2, case.head_lr, case.weight_decay)
    return {"mode": passes.modes, "parameters": first, "second_call": kit.parameters(case.net)}
