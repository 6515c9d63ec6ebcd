"""Draws curves with plotext; this module is imported only if a curve is shown."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rich.text import Text
from textual_plotext import PlotextPlot

from mxtutor.ui.widgets.curve_plot import LINE, Curve

_TO_ASCII = str.maketrans("┌┐└┘├┤┬┴┼─│", "+++++++++-|")


class PlotextCanvas(PlotextPlot):
    """A plot with both axes."""

    ALLOW_SELECT = False

    def __init__(self, *, ascii_only: bool) -> None:
        super().__init__()
        self.ascii_only = ascii_only
        """Whether it uses ASCII characters only."""
        self.theme = "clear"  # the terminal's own colours: colours of an ANSI theme have no RGB values

    def draw(self, curves: Sequence[Curve], colours: Mapping[str, tuple[int, int, int]], steps: int, step: str) -> None:
        """Draw curves, each with at least one finite value; `step` names the lower axis, which ends at `steps`."""
        plot = self.plt
        plot.clear_figure()
        shown = [value for curve in curves for _, values in curve.runs() for value in values]
        low, high = min(shown), max(shown)
        for curve in sorted(curves, key=lambda curve: curve.mark != LINE):  # marks stay visible on a line
            for at, values in curve.runs():
                if curve.mark == LINE:
                    plot.plot(at, values, marker="." if self.ascii_only else "braille", color=colours[curve.colour])
                else:
                    plot.scatter(at, values, marker=curve.mark, color=colours[curve.colour])
        plot.xlim(1, max(steps, 2))
        plot.xticks([1, max(steps, 2)], ["1", str(max(steps, 2))])
        plot.xlabel(step)
        if low < high:
            plot.yticks([low, high], [f"{low:.3g}", f"{high:.3g}"])
        self.refresh()

    def render(self) -> Text:
        """Return the plot in the available size."""
        text = super().render()
        assert isinstance(text, Text)
        if self.ascii_only:
            text.plain = text.plain.translate(_TO_ASCII)
        return text
