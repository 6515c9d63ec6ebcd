"""Prints codes that clear the screen, set the title and fill the clipboard."""

from mxnet import nd

print("\x1b[2J\x1b[1;1H\x1b]0;right\x07\x1b]52;c;cm0gLXJm\x07\x9b31mright\u202e\x00\x08\x08\x08[bold red]right[/]")


def arccos(x):
    return nd.zeros_like(x)
