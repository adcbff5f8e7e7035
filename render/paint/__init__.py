"""Paint: the only part that calls Pillow and the SVG rasteriser."""
