def observe(replace_head, case, kit):
    old = case.net[-1]
    model = replace_head(case.net, case.classes)
    seen = {"kind": "Block", "shape": list(model.eval()(case.x).shape), "parameters": kit.parameters(model)}
    seen["modes"] = ["write" if p.requires_grad else "null" for p in [*model.parameters(), *old.parameters()]]
    return {**seen, **kit.study(model, case.x, head=case.head)}
