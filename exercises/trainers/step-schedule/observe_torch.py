def observe(train_with_schedule, case, kit):
    train_with_schedule(*case.arguments)
    return {"mode": ["training"], "parameters": kit.parameters(case.net)}
