import torch


def observe(init_on, case, kit):
    nets = init_on(case.net[0] if len(case.net) == 1 else case.net, case.ctxs)
    context = [case.places for _ in [*kit.parameters(nets[0]), *kit.statistics(nets[0])]]
    copies = [contents(net) for net in nets]
    weights = torch.cat([p.detach().reshape(-1) for p in nets[0].parameters() if p.ndim == 2])
    for net in nets:
        kit.load(net, kit.parameters(case.weights))
        for module in net.modules():
            getattr(module, "reset_running_stats", int)()
    outputs = [net.eval()(case.x) for net in nets]
    return {
        "context": context,
        "weights": weights,
        "copies": copies,
        "running": kit.statistics(nets[0]),
        "outputs": outputs,
        "places": case.places,
        **kit.study(nets[0], case.x, head=case.head),
    }


def contents(net):
    return torch.cat([p.detach().reshape(-1) for p in net.parameters()])
