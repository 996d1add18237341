"""What agents and frameworks are known by. Both are ints, so that they can be passed on, and
classes of their own, so that type checkers and the library tell them apart."""


class AgentHandle(int):
    """An agent, from when it is added; it never comes to mean another one."""

    __slots__ = ()

    def __repr__(self) -> str:
        return f"AgentHandle({int(self):#x})"


class FrameworkHandle(int):
    """A framework, from when it is added; it never comes to mean another one."""

    __slots__ = ()

    def __repr__(self) -> str:
        return f"FrameworkHandle({int(self):#x})"
