def observe(train_sgd, case, kit):
    train_sgd(*case.arguments)
    return {"mode": ["training"], "parameters": kit.parameters(case.net)}
