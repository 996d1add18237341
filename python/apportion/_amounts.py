"""Amounts, which are units or whole thousandths of them, and times."""
import math
from decimal import Decimal
from fractions import Fraction
from numbers import Rational
from typing import Mapping, Union

from ._checked_calls import typed
from ._structs import with_article

SECOND = 1_000_000_000

Amount = Union[int, float, Decimal, Fraction]
Quantities = Mapping[str, Amount]  # by resource name


@typed
def milli(amount: Amount) -> int:
    """Returns an amount of units in thousandths: milli(1.5) is 1500. A float is
    rounded to the nearest thousandth, unless nothing is left of it; what is exact must
    be whole thousandths. Else it is an ArgumentError, and so are infinities and NaN."""
    return in_thousandths(amount, "amount")


def in_thousandths(amount: Amount, what: str) -> int:
    """milli, with errors that name what has the amount."""
    if isinstance(amount, int):
        return amount * 1000
    if not isinstance(amount, (float, Decimal, Rational)):
        raise TypeError(f"{what} {amount!r} is {with_article(type(amount))}, not a number")
    if not (amount.is_finite() if isinstance(amount, Decimal) else isinstance(amount, Rational) or math.isfinite(amount)):
        raise ValueError(f"{what} {amount} is not finite")
    exact = Fraction(amount) * 1000
    if isinstance(amount, float):
        magnitude = int(abs(exact) + Fraction(1, 2))  # halves away from zero
        if magnitude == 0 and amount:
            raise ValueError(f"{what} {amount} is less than half a thousandth, and not 0")
        return magnitude if exact >= 0 else -magnitude
    if exact.denominator != 1:
        raise ValueError(f"{what} {amount} is not a whole number of thousandths")
    return int(exact)


@typed
def units(thousandths: int) -> Decimal:
    """Returns what thousandths are in units, exactly: units(1500) is 1.5."""
    return Decimal(thousandths).scaleb(-3)


@typed
def nanos(seconds: Amount) -> int:
    """Returns seconds in nanoseconds, rounded to the nearest."""
    return round(Fraction(seconds) * SECOND)
