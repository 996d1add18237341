package kinds

import (
	"slices"
	"strings"

	"github.com/apportion/apportion/core/alloc"
)

// CloneKind copies a kind deeply: the table keeps none of the caller's memory. length is
// at least the bytes of all its texts.
func CloneKind(k *alloc.Kind, length int) *alloc.Kind {
	var t textCopies
	t.Grow(length)
	c := *k
	c.Name = t.copy(k.Name)
	c.Provider = t.copyOptional(k.Provider)
	c.Reservations = slices.Clone(k.Reservations)
	for i := range c.Reservations {
		r := &c.Reservations[i]
		r.Role = t.copy(r.Role)
		r.Principal = t.copyOptional(r.Principal)
		r.Labels = t.copyLabels(r.Labels)
	}
	if k.Disk != nil {
		d := *k.Disk
		for _, s := range []**string{&d.Root, &d.Vendor, &d.ID, &d.Profile, &d.Persistence} {
			*s = t.copyOptional(*s)
		}
		d.Metadata = t.copyLabels(d.Metadata)
		c.Disk = &d
	}
	return &c
}

// textCopies copies texts into one allocation, if it was grown to hold them all.
type textCopies struct{ strings.Builder }

func (t *textCopies) copy(s string) string {
	start := t.Len()
	t.WriteString(s)
	return t.String()[start:]
}

func (t *textCopies) copyOptional(s *string) *string {
	if s == nil {
		return nil
	}
	c := t.copy(*s)
	return &c
}

func (t *textCopies) copyLabels(labels []alloc.Label) []alloc.Label {
	out := slices.Clone(labels)
	for i := range out {
		out[i].Key = t.copy(out[i].Key)
		out[i].Value = t.copyOptional(out[i].Value)
	}
	return out
}
