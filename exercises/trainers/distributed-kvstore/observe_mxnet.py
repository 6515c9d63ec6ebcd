WORKERS = 2


def observe(dist_train, case, kit):
    def work(index):
        share = [(data[index::WORKERS], label[index::WORKERS]) for data, label in case.batches]
        with kit.passes(case.net) as passes:
            dist_train(case.net, share, case.lr)
        return {"mode": passes.modes, "parameters": [array.asnumpy() for array in kit.parameters(case.net)]}

    ended = kit.parameter_server(work, WORKERS)
    return {
        "mode": [worker and worker["mode"] for worker in ended.results],
        "parameters": [worker and worker["parameters"] for worker in ended.results],
        "processes": list(ended.left),
    }
