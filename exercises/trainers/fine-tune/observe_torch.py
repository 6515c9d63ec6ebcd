def observe(fine_tune, case, kit):
    tuned = fine_tune(*case.arguments)
    features, statistics, trained = (
        kit.parameters(case.net[:-1]),
        kit.statistics(case.net),
        kit.parameters(tuned)[-2:],
    )
    study = kit.study(tuned, case.x, head=case.head)
    return {
        "returned": f"{case.head.shape[1]} outputs",
        "features": features,
        "statistics": statistics,
        "trained": trained,
        "output": study["output"],
        "dropout": study["dropout"] if case.dropouts else [],
    }
