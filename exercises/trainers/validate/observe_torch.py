def observe(evaluate, case, kit):
    loss, accuracy = evaluate(*case.arguments)
    state = kit.parameters(case.net) + kit.statistics(case.net)
    return {"kind": "a pair of floats", "recorded": [], "loss": loss, "accuracy": accuracy, "state": state}
