WORKERS = 2


def observe(dist_train, case, kit):
    def work(index):
        share = [(data[index::WORKERS], label[index::WORKERS]) for data, label in case.batches]
        dist_train(case.net, share, case.lr)
        return [array.asnumpy() for array in kit.parameters(case.net)]

    ended = kit.parameter_server(work, WORKERS)
    return {"parameters": list(ended.results), "processes": list(ended.left)}
