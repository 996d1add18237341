package resource

import (
	"cmp"
	"encoding/binary"
	"slices"
	"sort"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/assert"
)

// AppendKindKey appends a kind's key to b, and drops b if its memory is large. Two keys
// are equal if and only if the kinds are: strings carry their length, options a presence.
func AppendKindKey(b []byte, k *alloc.Kind) []byte {
	const longKey = 1 << 16
	if cap(b) > longKey {
		b = nil
	}
	b = AppendText(b, k.Name)
	b = append(b, byte(k.Type), assert.BoolByte(k.Revocable), assert.BoolByte(k.Shared))
	b = appendOptional(b, k.Provider)
	b = binary.AppendUvarint(b, uint64(len(k.Reservations)))
	for _, r := range k.Reservations {
		b = append(b, byte(r.Type))
		b = AppendText(b, r.Role)
		b = appendOptional(b, r.Principal)
		b = appendLabels(b, r.Labels)
	}
	if k.Disk == nil {
		return append(b, 0)
	}
	d := k.Disk
	b = append(b, 1, byte(d.Source))
	for _, s := range []*string{d.Root, d.Vendor, d.ID, d.Profile, d.Persistence} {
		b = appendOptional(b, s)
	}
	return appendLabels(b, d.Metadata)
}

// AppendText appends a string and, before it, its length.
func AppendText(b []byte, s string) []byte {
	b = binary.AppendUvarint(b, uint64(len(s)))
	return append(b, s...)
}

func appendOptional(b []byte, s *string) []byte {
	if s == nil {
		return append(b, 0)
	}
	return AppendText(append(b, 1), *s)
}

// appendLabels appends labels in sorted order, and an absent value as an empty one. Mesos ignores
// the order of labels, and whether a value is absent or empty.
func appendLabels(b []byte, labels []alloc.Label) []byte {
	if labels == nil {
		return append(b, 0)
	}
	b = binary.AppendUvarint(append(b, 1), uint64(len(labels)))
	if len(labels) == 1 {
		return appendLabel(b, labels[0])
	}
	keys := make([]string, len(labels))
	for i, l := range labels {
		keys[i] = string(appendLabel(nil, l))
	}
	sort.Strings(keys)
	for _, k := range keys {
		b = append(b, k...)
	}
	return b
}

func appendLabel(b []byte, l alloc.Label) []byte {
	value := ""
	if l.Value != nil {
		value = *l.Value
	}
	return AppendText(AppendText(b, l.Key), value)
}

// CompareReservations orders stacks of reservations.
func CompareReservations(x, y []alloc.Reservation) int {
	return slices.CompareFunc(x, y, func(x, y alloc.Reservation) int {
		return cmp.Or(cmp.Compare(x.Type, y.Type), cmp.Compare(x.Role, y.Role), compareOptional(x.Principal, y.Principal),
			slices.CompareFunc(x.Labels, y.Labels, func(x, y alloc.Label) int {
				return cmp.Or(cmp.Compare(x.Key, y.Key), compareOptional(x.Value, y.Value))
			}))
	})
}

// compareOptional orders texts, an absent one first.
func compareOptional(x, y *string) int {
	if x == nil || y == nil {
		return assert.BoolInt(x != nil) - assert.BoolInt(y != nil)
	}
	return cmp.Compare(*x, *y)
}
