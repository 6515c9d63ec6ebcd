def observe(replace_head, case, kit):
    model = replace_head(case.net, case.classes)
    seen = {"kind": kit.kind(model, "Block")}
    if seen["kind"] != "Block":
        return seen
    model(kit.fitting(case.other))  # another batch, which decides the sizes
    seen["shape"] = list(model(kit.fitting(case.x)).shape)
    seen |= {"parameters": kit.parameters(model), "modes": [p.grad_req for p in kit.trained(model)]}
    return {**seen, **kit.study(model, case.x, head=case.head)}
