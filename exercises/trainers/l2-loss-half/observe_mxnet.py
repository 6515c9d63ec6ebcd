from mxnet import autograd

record = autograd.record


def observe(mse, case, kit):
    seen = {"result": mse(*case.arguments), "inputs": [case.pred.copy(), case.target.copy()]}
    case.pred.attach_grad()
    with record():
        loss = mse(*case.arguments)
    if getattr(loss, "size", 0) == 1:
        with kit.scaled(-3):
            loss.backward()
        seen["gradients"] = case.pred.grad
    return seen
