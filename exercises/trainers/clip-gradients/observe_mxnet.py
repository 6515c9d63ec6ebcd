from mxnet import nd


def observe(clip_step, case, kit):
    norms = []
    bias = case.net[-1].bias
    sure = [getattr(case, "lift", 0.0)] + [0.0] * (bias.shape[0] - 1)  # of class 0
    bias.set_data(bias.data() + kit.fitting(nd.array(sure)))
    with kit.passes(case.net) as passes:
        for data, label in case.batches:
            norms.append(float(clip_step(case.net, case.trainer, data, label, case.max_norm)))
    seen = {"mode": passes.modes, "optimizer": passes.settings(), "parameters": kit.parameters(case.net)}
    return {**seen, "statistics": kit.statistics(case.net)[::2], "norms": nd.array(norms), "usual": nd.array(norms)}
