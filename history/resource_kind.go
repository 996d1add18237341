package history

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
)

// Divisible says whether two amounts of the resource's kind add up to one amount. Other resources
// are things of a certain size, of which there may be several: shared resources, persistent
// volumes, MOUNT and BLOCK disks, and RAW disks with an identity. This is addable in Mesos's
// resources.cpp.
func (r *Resource) Divisible() bool {
	if r.Shared {
		return false
	}
	d := r.Disk
	if d == nil {
		return true
	}
	if d.Persistence != nil {
		return false
	}
	if d.Source == nil {
		return true
	}
	switch d.Source.Type {
	case "MOUNT", "BLOCK":
		return false
	case "RAW":
		return d.Source.ID == nil
	}
	return true
}

// Kind is a text that two resources have in common if and only if Mesos sees no
// difference between them but in their amounts. It leaves out the volume and the
// persistence's principal, as Mesos does, and the order of labels.
func (r *Resource) Kind() string {
	var k keyWriter
	k.text(r.Name)
	k.WriteByte("srt"[r.Type])
	for i := range r.Reservations {
		r.Reservations[i].key(&k)
	}
	if r.Disk != nil {
		r.Disk.key(&k)
	}
	if r.Revocable {
		k.WriteString(" revocable")
	}
	if r.Shared {
		k.WriteString(" shared")
	}
	k.optional(" provider", r.Provider)
	return k.String()
}

// A keyWriter builds a text from parts that cannot run into each other.
type keyWriter struct{ strings.Builder }

func (k *keyWriter) text(text string) { k.WriteString(strconv.Quote(text)) }

func (k *keyWriter) optional(what string, text *string) {
	if text != nil {
		k.WriteString(what)
		k.text(*text)
	}
}

// labels writes sorted labels. A label without a value equals one with an empty
// value: Mesos compares what the protobuf getter gives.
func (k *keyWriter) labels(what string, labels []Label) {
	if labels == nil {
		return
	}
	type pair struct{ key, value string }
	pairs := make([]pair, len(labels))
	for i, l := range labels {
		pairs[i].key = l.Key
		if l.Value != nil {
			pairs[i].value = *l.Value
		}
	}
	slices.SortFunc(pairs, func(a, b pair) int {
		return cmp.Or(cmp.Compare(a.key, b.key), cmp.Compare(a.value, b.value))
	})
	k.WriteString(what)
	k.WriteByte('{')
	for _, p := range pairs {
		k.text(p.key)
		k.text(p.value)
	}
	k.WriteByte('}')
}

func (r *Reservation) key(k *keyWriter) {
	if r.Dynamic {
		k.WriteString(" dynamic")
	} else {
		k.WriteString(" static")
	}
	k.text(r.Role)
	k.optional("@", r.Principal)
	k.labels("", r.Labels)
}

func (d *Disk) key(k *keyWriter) {
	k.WriteString(" disk")
	if s := d.Source; s != nil {
		k.WriteString(" source")
		k.text(s.Type)
		s.Path.key(k, "p")
		s.Mount.key(k, "m")
		k.optional("v", s.Vendor)
		k.optional("i", s.ID)
		k.optional("f", s.Profile)
		k.labels("d", s.Metadata)
	}
	if d.Persistence != nil {
		k.WriteString(" id")
		k.text(d.Persistence.ID)
	}
}

func (r *Root) key(k *keyWriter, what string) {
	if r != nil {
		k.WriteString(what)
		k.optional("/", r.Root)
	}
}
