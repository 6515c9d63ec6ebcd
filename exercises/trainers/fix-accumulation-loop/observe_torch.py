def observe(train_accumulated, case, kit):
    train_accumulated(*case.arguments)
    return {"mode": ["training"], "parameters": kit.parameters(case.net)}
