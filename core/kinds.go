package core

import "github.com/apportion/apportion/core/internal/resource"

// InternKind interns a kind and returns its number. The same description gets the same
// number while the kind is known. Cost: one lookup if it is.
//
// The number is good until ReleaseKinds. Then it stays good while an agent has resources
// of the kind, or had some that are still held or refused there.
//
// Errors: CodeName, CodeInvalid, CodeLimit.
func (a *Allocator) InternKind(k Kind) (KindID, error) { return a.operations.Words.InternKind(k) }

// DescribeKind returns the description of a kind. The caller must not change
// what it points to.
//
// Errors: CodeUnknownKind.
//
// Cost: a copy.
func (a *Allocator) DescribeKind(id KindID) (Kind, error) {
	if a.kinds.Lookup(resource.KindID(id)) == nil {
		return Kind{}, a.kinds.NoKind(id)
	}
	return *a.kinds.Describe(uint32(id)), nil
}

// ReleaseKinds ends the host's hold on kinds. Their numbers stay good for as long as
// the allocator needs the kinds itself.
//
// Errors: CodeUnknownKind (the host does not hold one of them, or it is named twice;
// then none is released).
//
// Cost: proportional to what is named.
func (a *Allocator) ReleaseKinds(kinds ...KindID) error {
	defer a.settle()
	return a.operations.Words.ReleaseKinds(kinds...)
}

// InternItem interns an item of a set resource and returns its number, which stands for it
// in the intervals of a Set resource. The number is good until ReleaseItems, and then for
// as long as a kind's would be. An item may be the empty text.
//
// Errors: CodeLimit.
//
// Cost: one lookup.
func (a *Allocator) InternItem(name string) (uint64, error) {
	return a.operations.Words.InternItem(name)
}

// ItemName returns the name of a set item.
//
// Errors: CodeUnknownItem.
//
// Cost: constant.
func (a *Allocator) ItemName(n uint64) (string, error) {
	name, ok := a.kinds.SetItems.Name(n)
	if !ok {
		return "", a.kinds.NoItem(n)
	}
	return name, nil
}

// ReleaseItems ends the host's hold on items of set resources, as ReleaseKinds does
// on kinds.
//
// Errors: CodeUnknownItem (the host does not hold one of them, or it is named twice;
// then none is released).
//
// Cost: proportional to what is named.
func (a *Allocator) ReleaseItems(items ...uint64) error {
	defer a.settle()
	return a.operations.Words.ReleaseItems(items...)
}
