WORKERS = 2


def observe(dist_train, case, kit):
    def work(index):
        share = [(data[index::WORKERS], label[index::WORKERS]) for data, label in case.batches]
        with kit.passes(case.net) as passes:
            dist_train(case.net, share, case.lr)
        parameters = [array.asnumpy() for array in kit.parameters(case.net)]
        return {"mode": passes.modes, "optimizer": passes.settings(), "parameters": parameters}

    ended = kit.parameter_server(work, WORKERS)
    return {
        **{name: [worker and worker[name] for worker in ended.results] for name in ("mode", "parameters")},
        "optimizer": [worker["optimizer"] if worker else [] for worker in ended.results],  # one that died has none
        "processes": list(ended.left),
    }
