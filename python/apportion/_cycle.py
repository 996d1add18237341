"""What a cycle gives."""
from typing import Any, Iterator, List

from . import _marshal as to_c
from ._handles import AgentHandle, FrameworkHandle
from ._values import Headroom, InverseOffer, Offer, Recall


class Cycle:
    """The outcome of a cycle: iterating over it gives its offers, of which there
    are len(). ran is False if no cycle was due or allocation is paused."""

    def __init__(
        self, counts: Any, offers: List[Any], resources: List[Any], inverse_offers: List[InverseOffer],
        recalls: List[Recall], headroom: List[Headroom],
    ):
        self.ran = bool(counts.ran)
        self.candidates: int = counts.candidates  # agents that asked for the cycle
        self.visited: int = counts.visited  # agents that were looked at
        self.held_back_agents: int = counts.held_back_agents  # of which quota kept something
        self.inverse_offers = inverse_offers
        self.recalls = recalls
        self.headroom = headroom
        self._offers, self._resources = offers, resources

    def __repr__(self) -> str:
        if not self.ran:
            return "<Cycle that was not due>"
        return f"<Cycle of {len(self)} offers, {len(self.inverse_offers)} inverse offers and {len(self.recalls)} recalls>"

    def __len__(self) -> int:
        return len(self._offers)

    def __iter__(self) -> Iterator[Offer]:
        for o in self._offers:
            resources = to_c.from_resources(self._resources[o.first : o.first + o.count])
            yield Offer(FrameworkHandle(o.framework), AgentHandle(o.agent), o.role, resources)
