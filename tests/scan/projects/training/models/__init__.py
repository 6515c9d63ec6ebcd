from .net import ConvNet, build_model
from . import layers
