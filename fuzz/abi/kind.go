package abi

import "github.com/apportion/apportion/core"

func encodeKind(e *encoder, k *core.Kind) {
	e.string(k.Name)
	e.u32(uint32(k.Type))
	encodeList(e, k.Reservations, func(e *encoder, r core.Reservation) {
		e.u32(uint32(r.Type))
		e.string(r.Role)
		e.optionalString(r.Principal)
		encodeLabels(e, r.Labels)
	})
	e.flag(k.Disk != nil)
	if d := k.Disk; d != nil {
		e.u32(uint32(d.Source))
		for _, s := range []*string{d.Root, d.Vendor, d.ID, d.Profile, d.Persistence} {
			e.optionalString(s)
		}
		encodeLabels(e, d.Metadata)
	}
	e.flag(k.Revocable)
	e.flag(k.Shared)
	e.optionalString(k.Provider)
}

// encodeLabels keeps nil, which is absent, apart from none.
func encodeLabels(e *encoder, labels []core.Label) {
	e.flag(labels != nil)
	if labels == nil {
		return
	}
	encodeList(e, labels, func(e *encoder, l core.Label) {
		e.string(l.Key)
		e.optionalString(l.Value)
	})
}

func decodeKind(d *decoder) core.Kind {
	k := core.Kind{Name: d.string(), Type: core.ValueType(d.u32())}
	k.Reservations = decodeList(d, nil, func(d *decoder) core.Reservation {
		return core.Reservation{
			Type:      core.ReservationType(d.u32()),
			Role:      d.string(),
			Principal: d.optionalString(),
			Labels:    decodeLabels(d),
		}
	})
	if d.flag() {
		k.Disk = &core.Disk{Source: core.SourceType(d.u32())}
		for _, s := range []**string{&k.Disk.Root, &k.Disk.Vendor, &k.Disk.ID, &k.Disk.Profile, &k.Disk.Persistence} {
			*s = d.optionalString()
		}
		k.Disk.Metadata = decodeLabels(d)
	}
	k.Revocable = d.flag()
	k.Shared = d.flag()
	k.Provider = d.optionalString()
	return k
}

func decodeLabels(d *decoder) []core.Label {
	if !d.flag() {
		return nil
	}
	return decodeList(d, []core.Label{}, func(d *decoder) core.Label {
		return core.Label{Key: d.string(), Value: d.optionalString()}
	})
}
