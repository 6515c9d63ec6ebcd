def observe(train_adamw, case, kit):
    train_adamw(*case.arguments)
    return {"mode": ["training"], "parameters": kit.parameters(case.net)}
