"""A graph as a picture: where things go (layout), and two ways to write it (SVG, Graphviz)."""

from wirerate.graph.drawing.dot import to_dot
from wirerate.graph.drawing.layout import Picture, overlapped_steps, single_step
from wirerate.graph.drawing.svg import to_svg

__all__ = ["Picture", "overlapped_steps", "single_step", "to_dot", "to_svg"]
