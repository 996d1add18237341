package core

import (
	"github.com/apportion/apportion/core/internal/api"
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/quantities"
)

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

// ResourceName returns the name that index i of a row stands for, 0 <= i < ResourceNames().
// A name is forgotten when no kind, quota or minimum has it; its index stands for it until
// another name takes the index.
//
// Errors: CodeInvalid (there is no such index).
//
// Cost: constant.
func (a *Allocator) ResourceName(i quantities.Name) (string, error) {
	if int(i) >= a.names.Indices() {
		return "", api.Errorf(CodeInvalid, "resource name %d: there are %d", i, a.names.Indices())
	}
	return a.names.String(i), nil
}

// ResourceNumber returns the number of the name that index i of a row stands for. The first
// name of an index has the index as its number; each that takes the index later has another.
// A number stands for another name only after 2^20 other names have been forgotten.
//
// Cost: constant.
func (a *Allocator) ResourceNumber(i quantities.Name) quantities.Number { return a.names.Number(i) }

// NumberedResource returns the name that has a number. A forgotten name has its own until
// another name takes its index.
//
// Errors: CodeInvalid (no name has had the number, or another has taken its index).
//
// Cost: constant.
func (a *Allocator) NumberedResource(number quantities.Number) (string, error) {
	i, ok := a.names.OfNumber(number)
	if !ok {
		return "", api.Errorf(CodeInvalid, "resource name %d: there is none, or none any more", number)
	}
	return a.names.String(i), nil
}

// FindResourceName returns the index of a resource's name in rows.
//
// Cost: one lookup.
func (a *Allocator) FindResourceName(name string) (i quantities.Name, ok bool) {
	return a.names.Lookup(name)
}

// ResourceNames counts the indices that rows have, also those of forgotten names.
//
// Cost: constant.
func (a *Allocator) ResourceNames() int { return a.names.Indices() }
