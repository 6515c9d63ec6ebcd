def observe(fit, case, kit):
    losses = fit(*case.arguments)
    return {"mode": ["training"], "losses": losses, "parameters": kit.parameters(case.net)}
