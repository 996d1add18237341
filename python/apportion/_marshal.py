"""Values as C's, and back. A list becomes an array and its length, which are two fields of a
struct or two arguments of a function. ctypes keeps what a struct points to as long as the struct."""
import ctypes
from ctypes import c_uint32, c_void_p
from typing import Any, Dict, Iterable, List, Mapping, Optional, Sequence, Tuple, Union

from . import _generated as c
from ._amounts import Amount, Quantities, in_thousandths
from ._errors import BadNameError
from ._generated import DiskSource, ReservationType, Type
from ._structs import check_bounds, with_article
from ._values import (
    MAX_QUANTITY_MILLI, AgentInfo, AgentUpdate, Conversion, Disk, FrameworkInfo, Kind, Labels, Quota,
    Reservation, Resource, Usage,
)


def named(enumeration: Any, number: int, otherwise: Any = None) -> Any:
    """The member of an enumeration; where a later library answers with a number that this
    package lacks, otherwise, or the number."""
    try:
        return enumeration(number)
    except ValueError:
        return number if otherwise is None else otherwise


Array = Tuple[Any, int]  # an array of ctypes and its length


def decode(data: bytes) -> str:
    return data.decode("utf-8", "surrogateescape")


def chars(text: str) -> Tuple[bytes, int]:
    """Returns a text and its length, as two fields or arguments."""
    if not isinstance(text, str):
        raise TypeError(f"{text!r} is {with_article(type(text))}, not a str")
    try:
        data = text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError as e:
        raise BadNameError(BadNameError.code, "NAME", f"{text!r} has half a character, {text[e.start]!r}") from e
    return data, len(data)


def string(text: str) -> Any:
    return c.Str(*chars(text))


def optional(text: Optional[str]) -> Any:
    """A text, of which None is absent."""
    return c.Str() if text is None else string(text)


def from_string(string: Any) -> Any:
    """A text, or None if it is absent."""
    address = c_void_p.from_buffer(string).value
    return None if address is None else decode(ctypes.string_at(address, string.size))


def array(row: Any, values: Iterable[Any]) -> Array:
    """Returns an array and its length, as two fields or arguments."""
    values = list(values)
    return (row * len(values))(*values), len(values)


def by_key(row: Any, values: Mapping[Any, Any]) -> Array:
    """What is said of several roles, frameworks or resources: the first field of a row is which, the last
    one what."""
    (which, of), what = row._fields_[0], row._fields_[-1][0]
    return array(row, (row(**{which: string(key) if of is c.Str else key, what: value})
                       for key, value in values.items()))


def numbers(ctype: Any, values: Iterable[int]) -> Array:
    if isinstance(values, (str, bytes)):
        raise TypeError(f"{values!r} is a text, not a list of numbers or handles, as declare_role and add_agent return them")
    values = list(values)
    for value in values:
        check_bounds("an element", ctype, value)
    return array(ctype, values)


def strings(texts: Iterable[str]) -> Array:
    if isinstance(texts, (str, bytes)):
        raise TypeError(f"{texts!r} is one text, not a list of texts")
    return array(c.Str, map(string, texts))


def resources(resources: Iterable[Resource]) -> Array:
    if isinstance(resources, Resource):
        raise TypeError(f"{resources!r} is one resource, not a list of resources")
    resources = list(resources)
    for resource in resources:
        if not isinstance(resource, Resource):
            raise TypeError(f"{resource!r} is {with_article(type(resource))}, not a resource, as scalar(kind, 8) is one")
    return array(c.Resource, (c.Resource(r.kind, 0, r.milli, r.begin, r.end) for r in resources))


def from_resources(rows: Iterable[Any]) -> List[Resource]:
    return [Resource(r.kind, r.amount, r.begin, r.end) for r in rows]


def quantities(quantities: Quantities) -> Array:
    if not isinstance(quantities, Mapping):
        raise TypeError(f"{quantities!r} is {with_article(type(quantities))}, not amounts by resource name")
    return array(c.Quantity, (c.Quantity(string(name), capped(name, amount)) for name, amount in quantities.items()))


def capped(name: str, amount: Amount) -> int:
    """milli of what amounts are only compared with."""
    return MAX_QUANTITY_MILLI if amount == float("inf") else min(in_thousandths(amount, f"{name}: amount"), MAX_QUANTITY_MILLI)


def labels(labels: Optional[Labels]) -> Array:
    """None is absent."""
    if labels is None:
        return None, 0
    if not labels:
        return (c.Label * 1)(), 0  # not NULL
    if isinstance(labels, str) or any(isinstance(pair, str) for pair in labels):
        raise TypeError(f"{labels!r} is not a list of pairs, a key and a value or None each")
    return array(c.Label, (c.Label(string(key), optional(value)) for key, value in labels))


def from_labels(rows: Any, count: int) -> Optional[Labels]:
    return tuple((from_string(rows[i].key), from_string(rows[i].value)) for i in range(count)) if rows else None


def usages(used: Iterable[Usage]) -> Array:
    return array(c.Usage, (c.Usage(string(u.id), *resources(u.resources), u.role) for u in used))


def conversions(conversions: Iterable[Conversion]) -> Array:
    return array(c.Conversion, (
        c.Conversion(*resources(x.consumed), *resources(x.converted), c.CONVERSION_EXHAUST if x.exhaust else 0)
        for x in conversions))


def role_quotas(quotas: Mapping[int, Quota]) -> Array:
    return array(c.RoleQuota, (
        c.RoleQuota(c.Quantities(*quantities(q.guarantees)), c.Quantities(*quantities(q.limits)), role)
        for role, q in quotas.items()))


def quantity_lists(lists: Iterable[Quantities]) -> Array:
    return array(c.Quantities, (c.Quantities(*quantities(q)) for q in lists))


def pair(name: str, array_and_count: Array, count_name: Optional[str] = None) -> Dict[str, Any]:
    """The two fields of a list, by name."""
    return {name: array_and_count[0], count_name or name + "_count": array_and_count[1]}


def kind_info(kind: Kind) -> Any:
    flags = c.KIND_REVOCABLE * kind.revocable | c.KIND_SHARED * kind.shared
    reservations = array(c.Reservation, (
        c.Reservation(r.type, 0, string(r.role), optional(r.principal), *labels(r.labels)) for r in kind.reservations))
    fields = pair("reservations", reservations, "reservation_count")
    if kind.disk:
        d, flags = kind.disk, flags | c.KIND_DISK
        fields.update(pair("disk_metadata", labels(d.metadata)), disk_source=d.source, disk_root=optional(d.root))
        fields.update(disk_vendor=optional(d.vendor), disk_id=optional(d.id), disk_profile=optional(d.profile))
        fields.update(disk_persistence=optional(d.persistence))
    return c.KindInfo(name=string(kind.name), type=kind.type, flags=flags, provider=optional(kind.provider), **fields)


def from_kind_info(k: Any) -> Kind:
    disk = None
    if k.flags & c.KIND_DISK:
        disk = Disk(
            named(DiskSource, k.disk_source), from_string(k.disk_root), from_string(k.disk_vendor), from_string(k.disk_id),
            from_string(k.disk_profile), from_string(k.disk_persistence),
            from_labels(k.disk_metadata, k.disk_metadata_count))
    reservations = tuple(
        Reservation(named(ReservationType, r.type), from_string(r.role), from_string(r.principal),
                    from_labels(r.labels, r.label_count))
        for r in k.reservations[: k.reservation_count])
    return Kind(
        from_string(k.name), named(Type, k.type), reservations, disk, bool(k.flags & c.KIND_REVOCABLE),
        bool(k.flags & c.KIND_SHARED), from_string(k.provider))


def agent_info(a: AgentInfo) -> Any:
    fields = {**pair("total", resources(a.total)), **pair("used", usages(a.used))}
    if a.unavailability:
        fields.update(
            flags=c.AGENT_UNAVAILABLE, unavailable_start_nanos=a.unavailability.start_nanos,
            unavailable_duration_nanos=a.unavailability.duration_nanos)
    return c.AgentInfo(
        id=string(a.id), hostname=string(a.hostname), region=string(a.region), capabilities=a.capabilities, **fields)


def agent_update(u: AgentUpdate) -> Any:
    flags = c.UPDATE_ATTRIBUTES * u.attributes_changed | c.UPDATE_INFO * u.info_changed
    fields: Dict[str, Any] = {}
    if u.total is not None:
        flags |= c.UPDATE_TOTAL
        fields = pair("total", resources(u.total))
    if u.capabilities is not None:
        flags |= c.UPDATE_CAPABILITIES
        fields["capabilities"] = u.capabilities
    return c.AgentUpdate(flags=flags, hostname=string(u.hostname), region=string(u.region), **fields)


def framework_info(f: FrameworkInfo) -> Any:
    minima = array(c.RoleMinimum, (c.RoleMinimum(*quantity_lists(lists), role) for role, lists in f.minima.items()))
    return c.FrameworkInfo(
        id=string(f.id), capabilities=f.capabilities, **pair("roles", numbers(c_uint32, f.roles), "role_count"),
        **pair("suppressed", numbers(c_uint32, f.suppressed)), **pair("minima", minima, "minimum_count"))
