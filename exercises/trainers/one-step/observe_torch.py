def observe(train_step, case, kit):
    train_step(*case.arguments)
    return {"mode": ["training"], "parameters": kit.parameters(case.net)}
