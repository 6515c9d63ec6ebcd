def observe(fake_quantise, case, kit):
    x = case.x.clone().requires_grad_(True)
    fake_quantise(x, case.step, case.limit).backward(case.head)
    gradient = x.grad.clone()
    x.grad = None
    y = fake_quantise(x, case.step, case.limit) + 2 * fake_quantise(x * 0.5, case.step, case.limit)
    y.backward(case.head)
    result = fake_quantise(case.x, case.step, case.limit)
    return {"result": result, "kept": case.x, "gradient": gradient, "twice": x.grad}
