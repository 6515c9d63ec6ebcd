from mxnet import npx

npx.set_np()


def count_trainable(net):
    return sum(p.data().size for p in net.collect_params().values() if p.grad_req != "null")
