def observe(train_adamw, case, kit):
    train_adamw(*case.arguments)
    first = [array.clone() for array in kit.parameters(case.net)]
    train_adamw(case.net, case.batches[:1], case.lr / 2, case.weight_decay, case.arguments[-1])
    return {"mode": ["training"], "parameters": first, "second_call": kit.parameters(case.net)}
