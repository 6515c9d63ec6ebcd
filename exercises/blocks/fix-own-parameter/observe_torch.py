def observe(make_standardised, case, kit):
    net = make_standardised(case.features, case.outputs)
    seen = {"kind": "HybridBlock", "initialised": 0, "modes": ["null", "write"], "graph": ["_CachedOp"]}
    seen["collected"] = sorted([[case.features], *kit.shapes(net)])
    seen["start"] = [net.mean.clone(), net.scale.detach().clone()]
    net.mean.copy_(case.mean)
    kit.load(net, case.weights)
    studied = kit.study(net, case.x, head=case.head)
    later = {name: [None, *studied[name]] for name in ("gradients", "trainer_step")}
    return {**seen, "hybridized": net(case.x), **studied, **later}
