package main

import "github.com/apportion/apportion/core/alloc"

func (in *instance) declareKind(info *apportion_kind_info) (alloc.KindID, error) {
	var r reader
	k := r.kind(record(&r, info, APPORTION_KIND_INFO_MIN_SIZE, "kind"))
	if r.err != nil {
		return 0, r.err
	}
	return in.core.InternKind(k)
}

func (in *instance) releaseKinds(m *apportion_op_release_kinds) error {
	return release(m.kinds, m.count, "kinds", in.core.ReleaseKinds)
}

func (r *reader) kind(k *apportion_kind_info) alloc.Kind {
	r.flags(k.flags, APPORTION_KIND_REVOCABLE|APPORTION_KIND_SHARED|APPORTION_KIND_DISK, "kind")
	return alloc.Kind{
		Name:         r.str(k.name, "kind: name"),
		Type:         alloc.ValueType(narrow(k._type)),
		Reservations: r.reservations(k.reservations, k.reservation_count),
		Disk:         r.disk(k),
		Revocable:    k.flags&APPORTION_KIND_REVOCABLE != 0,
		Shared:       k.flags&APPORTION_KIND_SHARED != 0,
		Provider:     r.optional(k.provider, "kind: provider"),
	}
}

func (r *reader) reservations(p *apportion_reservation, n size_t) []alloc.Reservation {
	return list(r, p, n, APPORTION_MAX_LIST, "reservations", func(v *apportion_reservation) alloc.Reservation {
		r.reserved(v.reserved, "reservation")
		return alloc.Reservation{
			Type:      alloc.ReservationType(narrow(v._type)),
			Role:      r.str(v.role, "reservation: role"),
			Principal: r.optional(v.principal, "reservation: principal"),
			Labels:    r.labels(v.labels, v.label_count),
		}
	})
}

// labels reads labels, which are absent where the pointer is NULL.
func (r *reader) labels(p *apportion_label, n size_t) []alloc.Label {
	labels := list(r, p, n, APPORTION_MAX_COUNT, "labels", func(l *apportion_label) alloc.Label {
		return alloc.Label{Key: r.str(l.key, "label: key"), Value: r.optional(l.value, "label: value")}
	})
	if p == nil {
		return nil
	}
	return labels
}

func (r *reader) disk(k *apportion_kind_info) *alloc.Disk {
	d := alloc.Disk{
		Source:      alloc.SourceType(narrow(k.disk_source)),
		Root:        r.optional(k.disk_root, "kind: disk_root"),
		Vendor:      r.optional(k.disk_vendor, "kind: disk_vendor"),
		ID:          r.optional(k.disk_id, "kind: disk_id"),
		Profile:     r.optional(k.disk_profile, "kind: disk_profile"),
		Metadata:    r.labels(k.disk_metadata, k.disk_metadata_count),
		Persistence: r.optional(k.disk_persistence, "kind: disk_persistence"),
	}
	if k.flags&APPORTION_KIND_DISK != 0 {
		return &d
	}
	if d.Source != alloc.NoSource || d.Metadata != nil {
		r.fail(APPORTION_E_INVALID, "kind: describes a disk without APPORTION_KIND_DISK")
	}
	for _, s := range []*string{d.Root, d.Vendor, d.ID, d.Profile, d.Persistence} {
		if s != nil {
			r.fail(APPORTION_E_INVALID, "kind: describes a disk without APPORTION_KIND_DISK")
		}
	}
	return nil
}
