"""The terminal app; it never imports torch, mxnet or numpy."""
