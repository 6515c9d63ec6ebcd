def observe(train_weighted, case, kit):
    train_weighted(*case.arguments)
    return {"mode": ["training"], "parameters": kit.parameters(case.net)}
