def observe(mse, case, kit):
    pred = case.pred.clone().requires_grad_(True)
    (-3 * mse(pred, case.target)).backward()
    return {"result": mse(*case.arguments), "inputs": [case.pred, case.target], "gradients": pred.grad}
