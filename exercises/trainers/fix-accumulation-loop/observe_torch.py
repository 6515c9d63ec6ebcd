def observe(train_accumulated, case, kit):
    for _ in range(case.calls):  # one per epoch
        train_accumulated(*case.arguments)
    return {"mode": ["training"], "optimizer": [], "parameters": kit.parameters(case.net)}
