def observe(train_groups, case, kit):
    train_groups(*case.arguments)
    first = [array.clone() for array in kit.parameters(case.net)]
    train_groups(case.net, case.batches[:1], case.lr / 2, case.head_lr, case.weight_decay)
    return {"mode": ["training"], "parameters": first, "second_call": kit.parameters(case.net)}
