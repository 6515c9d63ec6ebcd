def observe(train_groups, case, kit):
    train_groups(*case.arguments)
    return {"mode": ["training"], "parameters": kit.parameters(case.net)}
