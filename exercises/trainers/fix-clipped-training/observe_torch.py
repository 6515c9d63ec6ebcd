def observe(train_clipped, case, kit):
    train_clipped(*case.arguments)
    return {"mode": ["training"], "parameters": kit.parameters(case.net)}
