"""Operations for one crossing into the library."""
from typing import Any, List, Tuple

from . import _generated as c
from ._checked_calls import ALWAYS, calls
from ._generated import Operation
from ._operations import Operations
from ._structs import check_bounds

_MEMBERS = dict(c.OpMembers._fields_)


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
            name, positions = c.MEMBERS[operation]
            member = _made(_MEMBERS[name], positions, (*arguments, 0))
            check_bounds(name, _MEMBERS[name], member)
            setattr(op.u, name, member)
        self._operations.append(op)


def _made(of: Any, positions: Any, arguments: Tuple[Any, ...]) -> Any:
    """The argument at a position, or a struct of those at several."""
    if isinstance(positions, int):
        return arguments[positions]
    return of(*(_made(inner, p, arguments) for (_, inner), p in zip(of._fields_, positions)))
