"""Expressions of `learn.toml`: paths and small sums over a game's tables and the reader's own view.

The syntax is a part of Python's: paths (`tables.money.hire`, `view.seats[me].coins`), numbers, words, `+ - * %`,
comparisons, `and or not`, `a if b else c`, and the functions of `FUNCTIONS`. What is not there is nothing (`None`), and
whatever is made of nothing is nothing. Inside a function over a list `it` is the entry, and its keys are names.

A figure that was read from a row of the tables is noted with its place there: so it is known which ones are in doubt.
"""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

Trail = tuple[Mapping[str, Any], str]
"""A row of the tables, and the dotted path of a figure in it."""


class BadExpression(ValueError):
    """An expression that says something else than the little that is allowed."""


@dataclass(frozen=True, slots=True)
class Said:
    """A sentence of the game's texts to stand in place of a fact."""

    key: str
    facts: Mapping[str, Any]


@dataclass(slots=True)
class Scope:
    """What the names in an expression stand for, and the figures that were read."""

    names: Mapping[str, Any]
    read: list[Trail] = field(default_factory=list)

    def within(self, entry: Any) -> Scope:
        """The same, with an entry of a list in hand; its keys never hide a name that stood before."""
        own = entry if isinstance(entry, dict) else {}
        return Scope({**own, **self.names, "it": entry}, self.read)


def evaluate(source: str, scope: Scope) -> Any:
    """The value of an expression, or None where something in it is not there."""
    return _value(_parsed(source), scope)


def in_doubt(trail: Trail) -> bool:
    """Whether a figure is not sourced, by what its row says of itself."""
    row, path = trail
    listed = row.get("doubtful") or ()
    if not listed:
        return bool(row.get("confidence", "sourced") != "sourced")
    return any(each == path or each.startswith(f"{path}.") or path.startswith(f"{each}.") for each in map(str, listed))


@cache
def _parsed(source: str) -> ast.expr:
    try:
        return ast.parse(source, mode="eval").body
    except SyntaxError as error:
        raise BadExpression(f"{source!r} cannot be read") from error


_BINARY: dict[type[ast.operator], Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Mod: operator.mod,
    ast.FloorDiv: operator.floordiv,
}
_COMPARED: dict[type[ast.cmpop], Callable[[Any, Any], bool]] = {
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
    ast.In: lambda one, many: one in (many or ()),
    ast.NotIn: lambda one, many: one not in (many or ()),
}
_OF_NOTHING = (ast.Eq, ast.NotEq, ast.In, ast.NotIn)
"""Comparisons that may be made with nothing."""


def _value(node: ast.expr, scope: Scope) -> Any:
    match node:
        case ast.Constant(value):
            return value
        case ast.Name(name):
            return scope.names.get(name)
        case ast.Attribute() | ast.Subscript():
            return _path(node, scope)
        case ast.List(entries):
            return [_value(each, scope) for each in entries]
        case ast.Dict(keys, values):
            pairs = zip(keys, values, strict=True)
            return {str(_value(key, scope)): _value(value, scope) for key, value in pairs if key is not None}
        case ast.IfExp(test, body, orelse):
            return _value(body if _value(test, scope) else orelse, scope)
        case ast.BoolOp(op, values):
            return _bool(op, values, scope)
        case ast.UnaryOp(op, operand):
            value = _value(operand, scope)
            return not value if isinstance(op, ast.Not) else None if value is None else -value
        case ast.BinOp(left, op, right) if type(op) in _BINARY:
            one, other = _value(left, scope), _value(right, scope)
            return None if one is None or other is None else _BINARY[type(op)](one, other)
        case ast.Compare(left, [op], [right]) if type(op) in _COMPARED:
            one, other = _value(left, scope), _value(right, scope)
            if (one is None or other is None) and not isinstance(op, _OF_NOTHING):
                return None
            return _COMPARED[type(op)](one, other)
        case ast.Call(ast.Name(name), args) if name in FUNCTIONS:
            return FUNCTIONS[name](scope, args)
    raise BadExpression(f"{ast.unparse(node)!r} is more than an expression may say")


def _bool(op: ast.boolop, values: Sequence[ast.expr], scope: Scope) -> Any:
    found = None
    for each in values:
        found = _value(each, scope)
        if bool(found) is isinstance(op, ast.Or):
            break
    return found


# --- paths ---


def _path(node: ast.expr, scope: Scope) -> Any:
    """Follow a path from its first name; the last row with a confidence of its own is noted with the way from it."""
    keys: list[ast.Attribute | ast.Subscript] = []
    while isinstance(node, ast.Attribute | ast.Subscript):
        keys.append(node)
        node = node.value
    value, trail = _value(node, scope), None
    for step in reversed(keys):
        key = step.attr if isinstance(step, ast.Attribute) else _value(step.slice, scope)
        if isinstance(value, dict) and "confidence" in value:
            trail = (value, "")
        value, said = _inside(value, key)
        if trail is not None:
            trail = (trail[0], f"{trail[1]}.{said}".lstrip("."))
    if trail is not None:
        scope.read.append(trail)
    return value


def _inside(value: Any, key: Any) -> tuple[Any, str]:
    """What stands under a key, and how a row names it; entries of a list are counted from 1 there."""
    if isinstance(value, dict):
        return (value[key] if key in value else value.get(str(key))), str(key)
    if isinstance(value, list) and isinstance(key, int):
        return (value[key] if 0 <= key < len(value) else None), str(key + 1)
    return None, str(key)


# --- functions ---


def _entries(scope: Scope, node: ast.expr) -> list[Any] | None:
    found = _value(node, scope)
    if isinstance(found, dict):
        return [{"key": key, "value": value} for key, value in found.items() if key not in _ABOUT]
    return found if isinstance(found, list) else None


_ABOUT = ("confidence", "doubtful", "basis")


def _over(scope: Scope, args: Sequence[ast.expr], of: Callable[[list[Any], list[Any]], Any]) -> Any:
    """A function of a list and, for each of its entries, of what the second argument says of it."""
    entries = _entries(scope, args[0])
    if entries is None:
        return None
    told = [_value(args[1], scope.within(each)) for each in entries] if len(args) > 1 else entries
    return of(entries, told)


def _kept(entries: list[Any], told: list[Any]) -> list[Any]:
    return [each for each, holds in zip(entries, told, strict=True) if holds]


def _ref(scope: Scope, args: Sequence[ast.expr]) -> str | None:
    kind, name = [_value(each, scope) for each in args]
    return None if name is None or name == "" else f"{kind}/{name}"


def _counted(scope: Scope, args: Sequence[ast.expr]) -> dict[str, int] | None:
    """`counted('resource', row.cost)`: numbers of things as a sentence takes them."""
    kind, numbers = [_value(each, scope) for each in args]
    return {f"{kind}/{name}": number for name, number in numbers.items() if number} if numbers else None


def _say(scope: Scope, args: Sequence[ast.expr]) -> Said | None:
    """`say('condition.' + row.kind, {...})`: a text of the game."""
    key, facts = _value(args[0], scope), _value(args[1], scope) if len(args) > 1 else {}
    return None if key is None else Said(key, facts)


def _part(scope: Scope, args: Sequence[ast.expr], last: bool) -> str | None:
    text, mark = [_value(each, scope) for each in args]
    if not isinstance(text, str):
        return None
    return text.rpartition(mark)[2] if last else text.partition(mark)[0] if mark in text else text


def _place_of(scope: Scope, args: Sequence[ast.expr]) -> int | None:
    """`place_of(tables.city, 'pisa')`: the how-manieth row of a table has this id, counted from 0."""
    rows, wanted = [_value(each, scope) for each in args]
    return next((place for place, row in enumerate(rows or ()) if row.get("id") == wanted), None)


def _number(scope: Scope, args: Sequence[ast.expr]) -> int | None:
    value = _value(args[0], scope)
    return int(value) if isinstance(value, int) or (isinstance(value, str) and value.isdecimal()) else None


FUNCTIONS: dict[str, Callable[[Scope, Sequence[ast.expr]], Any]] = {
    "count": lambda scope, args: _over(scope, args, lambda entries, told: len(_kept(entries, told))
                                       if len(args) > 1 else len(entries)),
    "sum": lambda scope, args: _over(scope, args, lambda entries, told: sum([each or 0 for each in told])),
    "any": lambda scope, args: _over(scope, args, lambda entries, told: any(told)),
    "first": lambda scope, args: _over(scope, args, lambda entries, told: next(iter(_kept(entries, told)), None)),
    "where": lambda scope, args: _over(scope, args, _kept),
    "each": lambda scope, args: _over(scope, args, lambda entries, told: told),
    "max": lambda scope, args: _over(scope, args, lambda entries, told: max(told, default=None)),
    "min": lambda scope, args: _over(scope, args, lambda entries, told: min(told, default=None)),
    "flat": lambda scope, args: _over(scope, args, lambda entries, told: [one for each in told for one in each]),
    "text": lambda scope, args: str(_value(args[0], scope)),
    "ref": _ref,
    "counted": _counted,
    "say": _say,
    "number": _number,
    "place_of": _place_of,
    "stem": lambda scope, args: str(_value(args[0], scope)).rpartition(str(_value(args[1], scope)))[0],
    "place_with": lambda scope, args: _over(scope, args, lambda entries, told: next(
        (place for place, holds in enumerate(told) if holds), None)),
    "before": lambda scope, args: _part(scope, args, False),
    "after": lambda scope, args: _part(scope, args, True),
}  # fmt: skip
"""What an expression may call: over lists (with a condition or a sum for each entry), and on names."""
