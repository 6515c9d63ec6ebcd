def observe(fit, case, kit):
    options = case.lr, case.size, case.steps
    start, again = case.w.copy(), case.w.copy()
    x, y = case.x.copy(), case.y.copy()
    seen = {"result": fit(case.w, case.x, case.y, *options)}
    seen["inputs"] = {"w": case.w.copy(), "x": case.x.copy(), "y": case.y.copy()}
    seen["alias"] = fit(start, x, y, *options)
    start += 1
    with kit.scaled(case.factor.asscalar()):
        seen["autograd"] = fit(again, x.copy(), y.copy(), *options)
    return seen
