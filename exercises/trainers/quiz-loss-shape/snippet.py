from mxnet import gluon, nd

pred, target = nd.ones((4, 3)), nd.zeros((4, 3))
loss = gluon.loss.L2Loss()(pred, target)
result = loss.shape
