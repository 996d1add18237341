package core

import (
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/fault"
	"github.com/apportion/apportion/quantities"
)

// DescribeKind returns the description of a kind. The caller must not change
// what it points to.
//
// Errors: CodeUnknownKind.
//
// Cost: a copy.
func (v *View) DescribeKind(id alloc.KindID) (alloc.Kind, error) {
	kind, ok := v.state.Kinds.OfNumber(uint32(id))
	if !ok {
		return alloc.Kind{}, v.state.Kinds.NoKind(id)
	}
	return *v.state.Kinds.Describe(uint32(kind)), nil
}

// ItemName returns the name of a set item.
//
// Errors: CodeUnknownItem.
//
// Cost: constant.
func (v *View) ItemName(id alloc.SetItemID) (string, error) {
	name, ok := v.state.Kinds.SetItems.Name(uint64(id))
	if !ok {
		return "", v.state.Kinds.NoItem(uint64(id))
	}
	return name, nil
}

// ResourceName returns the name that index i of a row stands for, 0 <= i < ResourceNames().
// A name is forgotten when no kind, quota or minimum has it; its index stands for it until
// another name takes the index.
//
// Errors: CodeInvalid (there is no such index).
//
// Cost: constant.
func (v *View) ResourceName(i quantities.Name) (string, error) {
	if int(i) >= v.state.Names.Indices() {
		return "", fault.Errorf(alloc.CodeInvalid, "resource name %d: there are %d", i, v.state.Names.Indices())
	}
	return v.state.Names.String(i), nil
}

// FindResourceName returns the index of a resource's name in rows.
//
// Cost: one lookup.
func (v *View) FindResourceName(name string) (i quantities.Name, ok bool) {
	return v.state.Names.Lookup(name)
}

// ResourceNames counts the indices that rows have, also those of forgotten names.
//
// Cost: constant.
func (v *View) ResourceNames() int { return v.state.Names.Indices() }
