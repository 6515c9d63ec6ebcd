from mxnet import gluon, nd

pred, target = nd.ones(({{n}}, {{m}})), nd.zeros(({{n}}, {{m}}))
loss = gluon.loss.L2Loss()(pred, target)
result = loss.shape
