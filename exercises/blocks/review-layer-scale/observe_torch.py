import torch


def observe(make_mlp_block, case, kit):
    net = make_mlp_block(case.units, case.start)
    seen = {"kind": "HybridBlock", "attributes": ["norm", "fc1", "fc2", "gamma"], "graph": ["_CachedOp"]}
    seen["initialised"] = 0
    seen["start"] = net.gamma.detach().clone()
    gamma, *others = list(net.named_parameters())
    order = [parameter for _, parameter in [*others, gamma]]
    with torch.no_grad():
        for parameter, array in zip(order, case.weights, strict=True):
            parameter.copy_(array)
    seen |= {"parameters": [list(parameter.shape) for parameter in order], "shape": list(case.x.shape)}
    seen["hybridized"] = net.eval()(case.other).detach()
    studied = kit.study(net, case.x, head=case.head)
    ordered = {name: [*studied[name][1:], studied[name][0]] for name in ("gradients", "trainer_step")}
    return {**seen, **studied, **ordered}
