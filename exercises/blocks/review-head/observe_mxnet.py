def observe(replace_head, case, kit):
    old = case.net[-1]
    model = replace_head(case.net, case.classes)
    seen = {"kind": kit.kind(model, "Block")}
    if seen["kind"] != "Block":
        return seen
    model(kit.fitting(case.other))  # another batch, which decides the sizes
    seen["shape"] = list(model(kit.fitting(case.x)).shape)
    seen |= {"parameters": kit.parameters(model), "modes": [p.grad_req for p in kit.trained(model) + kit.trained(old)]}
    return {**seen, **kit.study(model, case.x, head=case.head)}
