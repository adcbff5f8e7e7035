"""A reader: whom a picture is for, with words and names. A sheet: the picture in the making, with canvas and seats."""

from render.boxes import Box
from render.paint.canvas import Canvas
from render.picture import TALLEST, WIDTH, Picture
from render.theme import theme
from render.widgets.stone import page
from render.words import Words, letters, shown

MARGIN = 28
GAP = 12
INNER = WIDTH - 2 * MARGIN


class Reader:
    """A request with the words to answer it in: all that is needed to tell a picture, or what somebody holds."""

    def __init__(self, picture: Picture) -> None:
        self.p = picture
        self.words = Words(picture.say, picture.game)


class Sheet(Reader):
    """A picture in the making; the cursor `y` is where the next panel begins."""

    def __init__(self, picture: Picture) -> None:
        super().__init__(picture)
        self.t = theme(picture.theme)
        self.c = Canvas(WIDTH, TALLEST, self.t, picture.scale)
        self.c.divisions = self.words.divisions()
        self.letters = letters(picture.names)
        self.names = tuple(shown(name) for name in picture.names)
        self.accent = self.t.accent(picture.game)
        self.y = 14.0
        self.spots: dict[str, Box] = {}
        page(self.c)

    @property
    def left(self) -> float:
        """How high the rest of the tallest picture is."""
        return TALLEST - 14 - self.y

    def panel(self, height: float) -> Box:
        """The next full-width panel; the cursor moves below it."""
        box = Box(MARGIN, self.y, INNER, height)
        self.y += height + GAP
        return box

    def emblem(self, seat: int, cx: float, cy: float, size: float, *, dim: bool = False) -> None:
        self.c.emblem(seat, cx, cy, size, self.letters[seat], dim=dim)

    def is_owed(self, seat: int) -> bool:
        return seat in self.p.owed

    @property
    def height(self) -> int:
        """The finished height: a margin under the last panel."""
        return min(TALLEST, round(self.y - GAP + 16))
