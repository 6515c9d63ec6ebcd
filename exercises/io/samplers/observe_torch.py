PASSES = 300
ENOUGH = 100


def observe(make_samplers, case, kit):
    in_order, random = make_samplers(*case.arguments)
    fixed, passes = ([[int(i) for i in sampler] for _ in range(PASSES)] for sampler in (in_order, random))
    return {
        "kinds": ["a Gluon sampler", "a Gluon sampler"],
        "order": [sorted(set(column)) for column in zip(*fixed, strict=True)],
        "visited": [list(p) for p in sorted({tuple(sorted(p)) for p in passes})[:3]],
        "orders": min(len({tuple(p) for p in passes}), ENOUGH),
        "leaders": len({p[0] for p in passes}),
        "lengths": [len(in_order), len(random)],
    }
