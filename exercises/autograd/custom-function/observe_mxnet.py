from mxnet import autograd


def observe(fake_quantise, case, kit):
    x = case.x.copy()
    x.attach_grad()
    with autograd.record():
        y = fake_quantise(x, case.step, case.limit)
    head = case.head if type(y).__name__ == "NDArray" else case.head.as_np_ndarray()
    y.backward(head)
    gradient = x.grad.copy()
    with autograd.record(train_mode=False):
        y = fake_quantise(x, case.step, case.limit) + 2 * fake_quantise(x * 0.5, case.step, case.limit)
    y.backward(head)
    result = fake_quantise(case.x, case.step, case.limit)
    return {"result": result, "kept": case.x, "gradient": gradient, "twice": x.grad}
