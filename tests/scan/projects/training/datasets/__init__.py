"""The project's own package hides the library of the same name."""
from .transforms import Compose, ToTensor, Normalize
from .blobs import Blobs, collate, make_loader
