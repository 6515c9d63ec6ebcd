def observe(fit, case, kit):
    options = case.lr, case.momentum, case.steps
    x, y, w = case.x.copy(), case.y.copy(), case.w.copy()
    seen = {"result": fit(case.x, case.y, case.w, *options)}
    seen["inputs"] = {"x": case.x.copy(), "y": case.y.copy(), "w": case.w.copy()}
    with kit.scaled(case.factor.asscalar()):
        seen["autograd"] = fit(x, y, w, *options)
    return seen
