def observe(train_groups, case, kit):
    batch = [tuple(array.copy() for array in case.batches[0])]
    with kit.passes(case.net) as passes:
        train_groups(*case.arguments)
    first = [array.copy() for array in kit.parameters(case.net)]
    statistics = [array.copy() for array in kit.statistics(case.net)[::2]]
    train_groups(case.net, batch, case.lr / 2, case.head_lr, case.weight_decay)
    seen = {"mode": passes.modes, "optimizer": passes.settings("wd"), "parameters": first, "statistics": statistics}
    return {**seen, "second_call": kit.parameters(case.net)}
