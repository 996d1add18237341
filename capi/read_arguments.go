package main

import (
	"unsafe"

	"github.com/apportion/apportion/core/alloc"
)

// reader reads a caller's arguments and keeps the first error in err. A call reads
// all of its arguments, then looks at err, and only then uses any of them. Arrays
// are views of the caller's memory, of which the core copies what it keeps.
type reader struct{ err error }

func (r *reader) fail(code alloc.Code, format string, args ...any) {
	if r.err == nil {
		r.err = fail(code, format, args...)
	}
}

// No object is below firstPage: NULL is, NULL with an offset, and the small
// numbers to which some languages point empty arrays.
const firstPage = 4096

// usable reports whether a pointer can be one to an object.
func usable(p unsafe.Pointer, align uintptr) bool {
	return uintptr(p) >= firstPage && uintptr(p)&(align-1) == 0
}

// unusable fails for a pointer that is not usable. It is apart so that the
// checks can be inlined where all is well.
//
//go:noinline
func (r *reader) unusable(p unsafe.Pointer, align uintptr, what string) {
	if uintptr(p) < firstPage {
		r.fail(APPORTION_E_NULL, "%s: the pointer is NULL", what)
	} else {
		r.fail(APPORTION_E_ALIGN, "%s: the pointer %p is not aligned to %d bytes", what, p, align)
	}
}

// pointer checks one that must not be NULL and reports whether it is usable.
func pointer[T any](r *reader, p *T, what string) bool {
	if !usable(unsafe.Pointer(p), unsafe.Alignof(*p)) {
		r.unusable(unsafe.Pointer(p), unsafe.Alignof(*p), what)
		return false
	}
	return true
}

// array views n elements at p, of which there may be limit. E must have the
// layout of T; core_layout.go asserts that of the core's types.
func array[E, T any](r *reader, p *T, n, limit size_t, what string) []E {
	if n == 0 {
		return nil
	}
	if n > limit || !usable(unsafe.Pointer(p), unsafe.Alignof(*p)) {
		r.unreadable(unsafe.Pointer(p), unsafe.Alignof(*p), n, limit, what)
		return nil
	}
	return unsafe.Slice((*E)(unsafe.Pointer(p)), n)
}

//go:noinline
func (r *reader) unreadable(p unsafe.Pointer, align uintptr, n, limit size_t, what string) {
	if !usable(p, align) {
		r.unusable(p, align, what)
	} else {
		unit := "elements"
		if align == 1 {
			unit = "bytes"
		}
		r.fail(APPORTION_E_COUNT, "%s: %d %s are more than the %d that there may be", what, uint64(n), unit, uint64(limit))
	}
}

// text copies a string.
func (r *reader) text(p *char, n size_t, what string) string {
	return string(array[byte](r, p, n, APPORTION_MAX_STRING, what))
}

// str copies a string that is not optional: NULL is empty.
func (r *reader) str(s apportion_str, what string) string { return r.text(s.data, s.size, what) }

// optional copies a string that is absent where it is NULL.
func (r *reader) optional(s apportion_str, what string) *string {
	if s.data == nil && s.size == 0 {
		return nil
	}
	text := r.str(s, what)
	return &text
}

func (r *reader) strs(p *apportion_str, n size_t, what string) []string {
	rows := array[apportion_str](r, p, n, APPORTION_MAX_COUNT, what)
	out := make([]string, len(rows))
	for i, s := range rows {
		out[i] = r.text(s.data, s.size+overread(bugLongText), what)
	}
	return out
}

// reserved checks a field that has no meaning yet.
func (r *reader) reserved(v uint32_t, what string) {
	if v != 0 {
		r.fail(APPORTION_E_RESERVED, "%s: reserved is %#x and not 0", what, uint32(v))
	}
}

// flags checks a field for bits that have no meaning yet.
func (r *reader) flags(v, known uint32_t, what string) {
	if v&^known != 0 {
		r.fail(APPORTION_E_RESERVED, "%s: flags has the unknown bits %#x", what, uint32(v&^known))
	}
}

// yes reads a number that says yes or no.
func (r *reader) yes(v uint32_t, what string) bool {
	if v > 1 {
		r.fail(APPORTION_E_INVALID, "%s is %d, and neither 0 nor 1", what, uint32(v))
	}
	return v == 1
}

// narrow turns an enumeration of C's into one of core's without making a valid
// value of one that is not: 255 is none's.
func narrow(v uint32_t) uint8 { return uint8(min(v, 255)) }

// resources views an array of resources.
func (r *reader) resources(p *apportion_resource, n size_t, what string) []alloc.Resource {
	rows := array[apportion_resource](r, p, n, APPORTION_MAX_LIST, what)
	var bits uint32_t
	for i := range rows {
		bits |= rows[i].reserved
	}
	r.reserved(bits, what)
	return unsafe.Slice((*alloc.Resource)(unsafe.Pointer(unsafe.SliceData(rows))), len(rows))
}

func (r *reader) roles(p *apportion_role, n size_t, what string) []alloc.RoleID {
	return array[alloc.RoleID](r, p, n, APPORTION_MAX_LIST, what)
}

func (r *reader) quantities(l apportion_quantities, what string) []alloc.Quantity {
	if l.count == 0 {
		return nil
	}
	return list(r, l.items, l.count, APPORTION_MAX_QUANTITIES, what, func(q *apportion_quantity) alloc.Quantity {
		return alloc.Quantity{Name: r.str(q.name, what), Amount: alloc.Amount(q.amount)}
	})
}

func (r *reader) lists(p *apportion_quantities, n size_t, what string) [][]alloc.Quantity {
	return list(r, p, n, APPORTION_MAX_LIST, what, func(l *apportion_quantities) []alloc.Quantity { return r.quantities(*l, what) })
}

// list reads n rows, of which there may be limit, each with one.
func list[E, T any](r *reader, p *T, n, limit size_t, what string, one func(*T) E) []E {
	rows := array[T](r, p, n, limit, what)
	out := make([]E, len(rows))
	for i := range rows {
		out[i] = one(&rows[i])
	}
	return out
}

// usage reads a row of resources in use: whose, in which role, and which.
func (r *reader) usage(u *apportion_usage) (id string, role alloc.RoleID, resources []alloc.Resource) {
	r.reserved(u.reserved, "usage")
	return r.str(u.id, "usage: id"), alloc.RoleID(u.role.number), r.resources(u.resources, u.resource_count+overread(bugOverread), "usage: resources")
}

// used reads what frameworks use on an agent.
func (r *reader) used(p *apportion_usage, n size_t) []alloc.Usage {
	return list(r, p, n, APPORTION_MAX_LIST, "used", func(u *apportion_usage) (x alloc.Usage) {
		x.Framework, x.Role, x.Resources = r.usage(u)
		return x
	})
}

// usedOn reads what a framework uses on agents.
func (r *reader) usedOn(p *apportion_usage, n size_t) []alloc.AgentUsage {
	return list(r, p, n, APPORTION_MAX_COUNT, "used", func(u *apportion_usage) (x alloc.AgentUsage) {
		x.Agent, x.Role, x.Resources = r.usage(u)
		return x
	})
}

func (r *reader) conversions(p *apportion_conversion, n size_t) []alloc.Conversion {
	return list(r, p, n, APPORTION_MAX_LIST, "conversions", func(c *apportion_conversion) alloc.Conversion {
		r.reserved(c.reserved, "conversion")
		r.flags(c.flags, APPORTION_CONVERSION_EXHAUST, "conversion")
		return alloc.Conversion{
			Consumed:  r.resources(c.consumed, c.consumed_count, "conversion: consumed"),
			Converted: r.resources(c.converted, c.converted_count, "conversion: converted"),
			Exhaust:   c.flags&APPORTION_CONVERSION_EXHAUST != 0,
		}
	})
}
