from mxnet import gluon, nd

data, label = nd.zeros(({{rows}}, {{columns}})), nd.arange({{rows}})
whole = gluon.data.ArrayDataset({{arrays}})
tupled = gluon.data.ArrayDataset(({{arrays}}))
result = (len(whole), len(tupled))
