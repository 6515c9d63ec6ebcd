from mxnet import gluon, nd

data, label = nd.zeros((6, 3)), nd.arange(6)
whole = gluon.data.ArrayDataset(data, label)
tupled = gluon.data.ArrayDataset((data, label))
result = (len(whole), len(tupled))
