from mxnet.gluon.nn import HybridSequential


def observe(train_clipped, case, kit):
    net = case.net
    if getattr(case, "nested", False):
        net = HybridSequential()
        net.add(case.net[:-1], case.net[-1])
    with kit.passes(net) as passes:
        train_clipped(net, case.trainer, case.batches, case.max_norm)
    return {"mode": passes.modes, "parameters": kit.parameters(case.net)}
