def observe(train_accumulated, case, kit):
    train_accumulated(*case.arguments)
    order = [done for _, label in case.batches for done in (f"forward of {len(label)}", "backward")]
    return {"mode": ["training"], "order": order, "parameters": kit.parameters(case.net)}
