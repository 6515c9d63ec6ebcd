def observe(train_with_schedule, case, kit):
    train_with_schedule(*case.arguments)
    first = [array.clone() for array in kit.parameters(case.net)]
    train_with_schedule(case.net, case.batches[:1], case.lr / 2, 1, 1, case.gamma)
    return {"mode": ["training"], "optimizer": [], "parameters": first, "second_call": kit.parameters(case.net)}
