package core

import (
	"slices"
	"strings"

	"github.com/apportion/apportion/core/internal/resource"
)

// MaxKinds bounds the kinds that an allocator knows at a time, the volumes and whole
// disks that agents have (pairs of kind and size), and the items of set resources.
const MaxKinds = resource.Max

// kinds are the kinds that are known, and the items of sets.
type kinds struct {
	resource.Kinds
	setItems *resource.SetItems
	key      []byte // scratch
}

// describe returns the description of a kind, or of the kind that an item is of.
func (t *kinds) describe(id resource.ItemID) *Kind { return t.Description(t.Get(id).ID).(*Kind) }

// InternKind interns a kind and returns its number; the same description gets the
// same number for as long as the kind is known. The number is good until it is
// released (ReleaseKinds), and then for as long as an agent has resources of the
// kind, or had while something that is held or refused there is of it.
// Cost: one lookup when known.
//
// Errors: CodeName, CodeInvalid, CodeLimit.
func (a *Allocator) InternKind(k Kind) (KindID, error) {
	if err := validateKind(&k); err != nil {
		return 0, err
	}
	t := &a.kinds
	t.key = appendKindKey(t.key[:0], &k)
	id, ok := t.Find(t.key)
	if !ok {
		if err := a.roomForKind(&k); err != nil {
			return 0, err
		}
		id = a.newKind(&k)
	}
	t.Hold(id)
	a.forgetUnused()
	return KindID(id), nil
}

// newKind interns a valid kind that is not known and for which there is room; its
// key is in the scratch space.
func (a *Allocator) newKind(k *Kind) resource.KindID {
	name := must(a.names.Intern(k.Name))
	a.names.Ref(name)
	known := resource.Kind{Name: name, Flags: flagsOf(k), Set: k.Type == Set}
	if n := len(k.Reservations); n > 0 {
		role := a.roles.intern(k.Reservations[n-1].Role)
		a.roles.ref(role)
		known.Role = uint32(role)
	}
	return must(a.kinds.Intern(a.kinds.key, known, cloneKind(k, len(a.kinds.key))))
}

// DescribeKind returns the description of a kind. The caller must not change
// what it points to.
//
// Errors: CodeUnknownKind.
func (a *Allocator) DescribeKind(id KindID) (Kind, error) {
	if a.kinds.Lookup(resource.KindID(id)) == nil {
		return Kind{}, a.noKind(id)
	}
	return *a.kinds.describe(uint32(id)), nil
}

// noKind is the error about a number that is no kind's.
func (a *Allocator) noKind(id KindID) *Error {
	return errorf(CodeUnknownKind, "kind %d %s", id, notThere(a.kinds.GivenOut(resource.KindID(id))))
}

// notThere says why there is nothing of a number.
func notThere(givenOut bool) string {
	if givenOut {
		return "was released"
	}
	return "was never declared"
}

// cloneKind copies a kind deeply, so that the table keeps nothing of the
// caller's. All its texts together have no more than length bytes.
func cloneKind(k *Kind, length int) *Kind {
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

// textCopies copies texts into one allocation, if there is room for all of them.
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

func (t *textCopies) copyLabels(labels []Label) []Label {
	out := slices.Clone(labels)
	for i := range out {
		out[i].Key = t.copy(out[i].Key)
		out[i].Value = t.copyOptional(out[i].Value)
	}
	return out
}
