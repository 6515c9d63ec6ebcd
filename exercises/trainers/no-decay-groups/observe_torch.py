def observe(train_groups, case, kit):
    train_groups(*case.arguments)
    first = [array.clone() for array in kit.parameters(case.net)]
    statistics = kit.statistics(case.net)[::2]
    train_groups(case.net, case.batches[:1], case.lr / 2, case.head_lr, case.weight_decay)
    seen = {"mode": ["training"], "optimizer": [], "parameters": first, "statistics": statistics}
    return {**seen, "second_call": kit.parameters(case.net)}
