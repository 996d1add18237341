"""Amounts, which are units or whole thousandths of them, and times."""
from decimal import Decimal
from fractions import Fraction
from typing import Mapping, Union

from ._checked_calls import typed

SECOND = 1_000_000_000

Amount = Union[int, float, Decimal, Fraction]
Quantities = Mapping[str, Amount]  # by resource name


@typed
def milli(amount: Amount) -> int:
    """Returns an amount of units in thousandths: milli(1.5) is 1500. A float is
    rounded to the nearest thousandth; what is exact must be whole thousandths, else
    it is a ValueError, and so are infinities and NaN."""
    if isinstance(amount, int):
        return amount * 1000
    if isinstance(amount, float):
        if amount != amount or amount in (float("inf"), float("-inf")):
            raise ValueError(f"{amount} is no amount")
        thousandths = Fraction(amount) * 1000
        magnitude = int(abs(thousandths) + Fraction(1, 2))  # halves away from zero
        return magnitude if thousandths >= 0 else -magnitude
    if isinstance(amount, Decimal) and not amount.is_finite():
        raise ValueError(f"{amount} is no amount")
    thousandths = Fraction(amount) * 1000
    if thousandths.denominator != 1:
        raise ValueError(f"{amount} is not a whole number of thousandths")
    return int(thousandths)


@typed
def units(thousandths: int) -> Decimal:
    """Returns what thousandths are in units, exactly: units(1500) is 1.5."""
    return Decimal(thousandths).scaleb(-3)


@typed
def nanos(seconds: Amount) -> int:
    """Returns seconds in nanoseconds, rounded to the nearest."""
    return round(Fraction(seconds) * SECOND)
