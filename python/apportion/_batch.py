"""Operations for one crossing into the library."""
from ctypes import c_uint64
from typing import Any, List

from . import _generated as c
from ._checked_calls import ALWAYS, calls
from ._generated import Operation
from ._operations import Operations
from ._structs import check_bounds


@calls(ALWAYS)
class Batch(Operations):
    """Operations for Allocator.submit, which carries them out in one crossing. The
    methods append and return None. A batch can be submitted again."""

    def __init__(self) -> None:
        self._operations: List[Any] = []

    def __len__(self) -> int:
        return len(self._operations)

    def __repr__(self) -> str:
        return f"<Batch of {len(self)} operations>"

    def clear(self) -> None:
        """Takes all operations out."""
        self._operations.clear()

    def _perform(self, operation: Operation, *arguments: Any) -> None:
        op = c.Op(type=operation)
        if operation in c.MEMBERS:
            name, member_of = c.MEMBERS[operation]
            member = member_of(*arguments)
            if isinstance(member, int):
                check_bounds(name, c_uint64, member)
            setattr(op.u, name, member)
        self._operations.append(op)
