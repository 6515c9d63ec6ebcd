from mxnet import autograd
from mxnet.gluon import nn


def observe(torch_running_var, case, kit):
    bn = nn.BatchNorm(in_channels=case.x.shape[2])
    kit.initialize(bn)
    for index in range(case.batches):
        with autograd.record():
            y = bn(kit.fitting(case.x[index]))
        y.backward()
    before = bn.running_var.data().copy()
    result = torch_running_var(bn, case.batches, case.n)
    return {"result": result, "kept": bn.running_var.data() - before + 1}
