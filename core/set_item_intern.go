package core

// InternItem interns an item of a set resource and returns its number, which
// stands for it in the intervals of a Set resource.
//
// Errors: CodeName, CodeLimit.
func (a *Allocator) InternItem(name string) (uint64, error) {
	if name == "" {
		return 0, errorf(CodeName, "set item: the name is empty")
	}
	n, err := a.kinds.setItems.Intern(name)
	if err != nil {
		return 0, errorf(CodeLimit, "set item %q: %w", name, err)
	}
	return n, nil
}

// ItemName returns the name of a set item.
//
// Errors: CodeUnknownItem.
func (a *Allocator) ItemName(n uint64) (string, error) {
	if n >= uint64(a.kinds.setItems.Len()) {
		return "", errorf(CodeUnknownItem, "set item %d: never declared", n)
	}
	return a.kinds.setItems.Name(n), nil
}
