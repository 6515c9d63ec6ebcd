def observe(train_accumulated, case, kit):
    for _ in range(case.calls):  # one per epoch
        train_accumulated(*case.arguments)
    return {"mode": ["training"], "settings": [], "parameters": kit.parameters(case.net)}
