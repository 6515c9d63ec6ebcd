def observe(make_standardised, case, kit):
    net = make_standardised(case.features, case.outputs)
    seen = {"kind": "HybridBlock", "initialised": 0, "modes": ["null", "write"], "graph": ["_CachedOp"]}
    seen["collected"] = sorted([[case.features], *kit.shapes(net)])
    seen["start"] = [net.mean.clone(), net.scale.detach().clone()]
    net.mean.copy_(case.mean)
    kit.load(net, case.weights)
    studied = kit.study(net, case.x, head=case.head)
    return {**seen, "hybridized": net(case.x), **studied, "gradients": [None, *studied["gradients"]]}
