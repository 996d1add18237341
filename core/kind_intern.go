package core

import (
	"slices"
	"strings"

	"github.com/apportion/apportion/core/internal/resource"
)

// MaxKinds bounds the kinds of one allocator, together with the volumes and whole
// disks that there have been; and likewise its items of set resources.
const MaxKinds = resource.Max

// kinds are the kinds that were declared.
type kinds struct {
	resource.Kinds
	descriptions []*Kind // by kind; nil for items
	setItems     resource.SetItems
	key          []byte // scratch
}

// describe returns the description of a kind, or of the kind that an item is of.
func (t *kinds) describe(id resource.ItemID) *Kind { return t.descriptions[t.Get(id).ID] }

// InternKind interns a kind and returns its number; the same description always
// gets the same number. Cost: one map lookup when known.
//
// Errors: CodeName, CodeInvalid, CodeLimit.
func (a *Allocator) InternKind(k Kind) (KindID, error) {
	if err := validateKind(&k); err != nil {
		return 0, err
	}
	t := &a.kinds
	t.key = appendKindKey(t.key[:0], &k)
	if id, ok := t.Find(t.key); ok {
		return KindID(id), nil
	}
	if err := a.roomForKind(&k); err != nil {
		return 0, err
	}
	name := must(a.names.Intern(k.Name))
	known := resource.Kind{Name: name, Flags: flagsOf(&k)}
	if n := len(k.Reservations); n > 0 {
		known.Role = uint32(a.roles.intern(k.Reservations[n-1].Role))
	}
	id := must(t.Intern(t.key, known))
	t.descriptions = setAt(t.descriptions, uint32(id), cloneKind(&k))
	return KindID(id), nil
}

// DescribeKind returns the description of a kind. The caller must not change
// what it points to.
//
// Errors: CodeUnknownKind.
func (a *Allocator) DescribeKind(id KindID) (Kind, error) {
	if !a.kinds.IsKind(resource.KindID(id)) {
		return Kind{}, errorf(CodeUnknownKind, "kind %d: never declared", id)
	}
	return *a.kinds.describe(uint32(id)), nil
}

// cloneKind copies a kind deeply, so that the table keeps nothing of the
// caller's.
func cloneKind(k *Kind) *Kind {
	c := *k
	c.Name = strings.Clone(k.Name)
	c.Provider = cloneString(k.Provider)
	c.Reservations = slices.Clone(k.Reservations)
	for i := range c.Reservations {
		r := &c.Reservations[i]
		r.Role = strings.Clone(r.Role)
		r.Principal = cloneString(r.Principal)
		r.Labels = cloneLabels(r.Labels)
	}
	if k.Disk != nil {
		d := *k.Disk
		for _, s := range []**string{&d.Root, &d.Vendor, &d.ID, &d.Profile, &d.Persistence} {
			*s = cloneString(*s)
		}
		d.Metadata = cloneLabels(d.Metadata)
		c.Disk = &d
	}
	return &c
}

func cloneLabels(labels []Label) []Label {
	out := slices.Clone(labels)
	for i := range out {
		out[i].Key = strings.Clone(out[i].Key)
		out[i].Value = cloneString(out[i].Value)
	}
	return out
}

func cloneString(s *string) *string {
	if s == nil {
		return nil
	}
	c := strings.Clone(*s)
	return &c
}
