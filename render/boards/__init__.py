"""One module or package per game: draw(sheet, view) and twin(sheet, view)."""
