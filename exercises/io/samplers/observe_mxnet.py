from mxnet.gluon.data import Sampler

# With 10 items, 300 fair shuffles keep some index from some place with probability 100 * 0.9 ** 300 = 2e-12.
PASSES = 300
ENOUGH = 100


def observe(make_samplers, case, kit):
    samplers = make_samplers(*case.arguments)
    pair = samplers if isinstance(samplers, (tuple, list)) else [samplers]
    kinds = ["a Gluon sampler" if isinstance(s, Sampler) else f"an object of type {type(s).__name__}" for s in pair]
    if kinds != ["a Gluon sampler", "a Gluon sampler"]:
        return {"kinds": kinds}
    fixed, passes = ([[int(i) for i in sampler] for _ in range(PASSES)] for sampler in pair)
    return {
        "kinds": kinds,
        "order": [sorted(set(column)) for column in zip(*fixed)],
        "visited": [list(p) for p in sorted({tuple(sorted(p)) for p in passes})[:3]],
        "orders": min(len({tuple(p) for p in passes}), ENOUGH),
        "leaders": len({p[0] for p in passes if p}),
        "lengths": [len(s) for s in pair],
    }
