def observe(make_scale, case, kit):
    net = make_scale(case.n)
    seen = {"kind": "Block", "parameters": kit.shapes(net), "start": kit.parameters(net)[0], "mode": "write"}
    output = net(case.x)
    seen["output"] = output.detach()
    (output * case.head).sum().backward()
    seen["gradients"] = kit.gradients(net)[0]
    kit.load(net, [case.other])
    return {**seen, "follows": net(case.x)}
