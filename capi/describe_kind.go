package main

import "C"

import (
	"unsafe"

	"github.com/apportion/apportion/core/alloc"
)

//export apportion_describe_kind
func apportion_describe_kind(handle apportion_instance, kind apportion_kind, buffer unsafe.Pointer, capacity size_t, size *size_t) int32_t {
	return enter(handle, func(in *instance) error {
		k, err := in.core.DescribeKind(alloc.KindID(kind.number))
		if err != nil {
			return err
		}
		var needed packing
		needed.kind(&k)
		var r reader
		// Aligned for the widest member, not only for bytes.
		if capacity > 0 && !pointer(&r, (*uint64)(buffer), "buffer") {
			return r.err
		}
		place := resultSlice[byte](&r, (*char)(buffer), capacity, size, int(needed.used))
		if r.err != nil {
			return r.err
		}
		written := packing{base: unsafe.Pointer(unsafe.SliceData(place))}
		written.kind(&k)
		return nil
	})
}

// packing writes a description, then all that it points to: aligned rows first,
// bytes of strings last. Without a base it only counts, so that one code gives the
// size that is told and the size that is written.
type packing struct {
	base    unsafe.Pointer
	used    uintptr
	strings []pending
}

// pending is a string whose bytes are still to be written, and the place that
// is to point to them.
type pending struct {
	text string
	at   *apportion_str
}

// take reserves an array of n elements and returns it: memory of the caller's,
// or of Go's when only the size is wanted.
func take[T any](p *packing, n int) []T {
	if p.base == nil {
		p.used += uintptr(n) * unsafe.Sizeof(*new(T))
		return make([]T, n)
	}
	out := unsafe.Slice((*T)(unsafe.Add(p.base, p.used)), n)
	clear(out)
	p.used += uintptr(n) * unsafe.Sizeof(*new(T))
	return out
}

func (p *packing) kind(k *alloc.Kind) {
	info := &take[apportion_kind_info](p, 1)[0]
	info.struct_size = uint32_t(unsafe.Sizeof(*info))
	info._type = uint32_t(k.Type)
	if k.Revocable {
		info.flags |= APPORTION_KIND_REVOCABLE
	}
	if k.Shared {
		info.flags |= APPORTION_KIND_SHARED
	}
	p.str(&info.name, &k.Name)
	p.str(&info.provider, k.Provider)
	if n := len(k.Reservations); n > 0 {
		rows := take[apportion_reservation](p, n)
		info.reservation_count = size_t(n)
		p.point(unsafe.Pointer(&info.reservations), unsafe.Pointer(&rows[0]))
		for i := range rows {
			p.reservation(&rows[i], &k.Reservations[i])
		}
	}
	if d := k.Disk; d != nil {
		info.flags |= APPORTION_KIND_DISK
		info.disk_source = uint32_t(d.Source)
		p.str(&info.disk_root, d.Root)
		p.str(&info.disk_vendor, d.Vendor)
		p.str(&info.disk_id, d.ID)
		p.str(&info.disk_profile, d.Profile)
		p.str(&info.disk_persistence, d.Persistence)
		info.disk_metadata_count = size_t(len(d.Metadata))
		p.labels(unsafe.Pointer(&info.disk_metadata), d.Metadata)
	}
	p.writeStrings()
}

func (p *packing) reservation(row *apportion_reservation, v *alloc.Reservation) {
	row._type = uint32_t(v.Type)
	p.str(&row.role, &v.Role)
	p.str(&row.principal, v.Principal)
	row.label_count = size_t(len(v.Labels))
	p.labels(unsafe.Pointer(&row.labels), v.Labels)
}

// labels writes labels and sets the pointer at at to them. None at all still take one
// place, so that they differ from absent ones.
func (p *packing) labels(at unsafe.Pointer, labels []alloc.Label) {
	if labels == nil {
		return
	}
	rows := take[apportion_label](p, max(len(labels), 1))
	p.point(at, unsafe.Pointer(&rows[0]))
	for i := range labels {
		p.str(&rows[i].key, &labels[i].Key)
		p.str(&rows[i].value, labels[i].Value)
	}
}

// point sets the pointer at at.
func (p *packing) point(at, to unsafe.Pointer) {
	if p.base != nil {
		*(*unsafe.Pointer)(at) = to
	}
}

// str puts a string off until all that must be aligned is there.
func (p *packing) str(at *apportion_str, s *string) {
	if s != nil {
		p.strings = append(p.strings, pending{*s, at})
	}
}

func (p *packing) writeStrings() {
	for _, s := range p.strings {
		// One byte more, so that an empty string points somewhere, too.
		text := take[byte](p, len(s.text)+1)
		copy(text, s.text)
		if p.base != nil {
			s.at.data = (*char)(unsafe.Pointer(&text[0]))
			s.at.size = size_t(len(s.text))
		}
	}
}
