def observe(clip_step, case, kit):
    norms = []
    with kit.passes(case.net) as passes:
        for data, label in case.batches:
            norms.append(float(clip_step(case.net, case.trainer, data, label, case.max_norm)))
    return {"norms": norms, "mode": passes.modes, "parameters": kit.parameters(case.net)}
