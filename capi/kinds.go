package main

// #include "apportion.h"
import "C"

import "github.com/apportion/apportion/core"

func (in *instance) declareKind(info *C.apportion_kind_info) (core.KindID, error) {
	var r reader
	whole := record(&r, info, C.APPORTION_KIND_INFO_MIN_SIZE, "kind")
	if r.err != nil {
		return 0, r.err
	}
	k := r.kind(whole)
	if r.err != nil {
		return 0, r.err
	}
	return in.core.InternKind(k)
}

func (in *instance) releaseKinds(m *C.apportion_op_release_kinds) error {
	return release(m.kinds, m.count, "kinds", in.core.ReleaseKinds)
}

func (r *reader) kind(k *C.apportion_kind_info) core.Kind {
	r.flags(k.flags, C.APPORTION_KIND_REVOCABLE|C.APPORTION_KIND_SHARED|C.APPORTION_KIND_DISK, "kind")
	return core.Kind{
		Name:         r.str(k.name, "kind: name"),
		Type:         core.ValueType(narrow(k._type)),
		Reservations: r.reservations(k.reservations, k.reservation_count),
		Disk:         r.disk(k),
		Revocable:    k.flags&C.APPORTION_KIND_REVOCABLE != 0,
		Shared:       k.flags&C.APPORTION_KIND_SHARED != 0,
		Provider:     r.optional(k.provider, "kind: provider"),
	}
}

func (r *reader) reservations(p *C.apportion_reservation, n C.size_t) []core.Reservation {
	rows := array[C.apportion_reservation](r, p, n, C.APPORTION_MAX_LIST, "reservations")
	out := make([]core.Reservation, len(rows))
	for i := range rows {
		v := &rows[i]
		r.reserved(v.reserved, "reservation")
		out[i] = core.Reservation{
			Type:      core.ReservationType(narrow(v._type)),
			Role:      r.str(v.role, "reservation: role"),
			Principal: r.optional(v.principal, "reservation: principal"),
			Labels:    r.labels(v.labels, v.label_count),
		}
	}
	return out
}

// labels reads labels, which are absent where the pointer is NULL.
func (r *reader) labels(p *C.apportion_label, n C.size_t) []core.Label {
	rows := array[C.apportion_label](r, p, n, C.APPORTION_MAX_COUNT, "labels")
	if p == nil {
		return nil
	}
	out := make([]core.Label, len(rows))
	for i := range rows {
		out[i] = core.Label{Key: r.str(rows[i].key, "label: key"), Value: r.optional(rows[i].value, "label: value")}
	}
	return out
}

func (r *reader) disk(k *C.apportion_kind_info) *core.Disk {
	d := core.Disk{
		Source:      core.SourceType(narrow(k.disk_source)),
		Root:        r.optional(k.disk_root, "kind: disk_root"),
		Vendor:      r.optional(k.disk_vendor, "kind: disk_vendor"),
		ID:          r.optional(k.disk_id, "kind: disk_id"),
		Profile:     r.optional(k.disk_profile, "kind: disk_profile"),
		Metadata:    r.labels(k.disk_metadata, k.disk_metadata_count),
		Persistence: r.optional(k.disk_persistence, "kind: disk_persistence"),
	}
	if k.flags&C.APPORTION_KIND_DISK != 0 {
		return &d
	}
	if d.Source != core.NoSource || d.Metadata != nil {
		r.fail(C.APPORTION_E_INVALID, "kind: describes a disk without APPORTION_KIND_DISK")
	}
	for _, s := range []*string{d.Root, d.Vendor, d.ID, d.Profile, d.Persistence} {
		if s != nil {
			r.fail(C.APPORTION_E_INVALID, "kind: describes a disk without APPORTION_KIND_DISK")
		}
	}
	return nil
}
