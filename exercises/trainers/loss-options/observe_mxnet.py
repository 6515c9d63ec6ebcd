from mxnet import autograd


def observe(weighted_loss, case, kit):
    case.logits.attach_grad()
    with autograd.record():
        result = weighted_loss(*case.arguments)
        total = result + kit.fitting(case.logits * 0).sum()  # has a gradient, also if the result has none
    total.backward()
    return {"result": result, "gradient": case.logits.grad}
