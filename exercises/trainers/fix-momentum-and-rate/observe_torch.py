def observe(train, case, kit):
    train(*case.arguments)
    return {"mode": ["training"], "parameters": kit.parameters(case.net)}
