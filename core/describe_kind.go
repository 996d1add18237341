package core

import "github.com/apportion/apportion/core/alloc"

// DescribeKind returns the description of a kind. The caller must not change
// what it points to, which stays as it is even when the kind is forgotten.
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
