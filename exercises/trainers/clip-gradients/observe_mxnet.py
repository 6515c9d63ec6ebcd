from mxnet.gluon.nn import HybridSequential


def observe(clip_step, case, kit):
    net, norms = case.net, []
    if getattr(case, "nested", False):
        net = HybridSequential()
        net.add(case.net[:-1], case.net[-1])
    with kit.passes(net) as passes:
        for data, label in case.batches:
            norms.append(float(clip_step(net, case.trainer, data, label, case.max_norm)))
    return {"norms": norms, "mode": passes.modes, "parameters": kit.parameters(case.net)}
