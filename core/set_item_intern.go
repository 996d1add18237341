package core

// InternItem interns an item of a set resource and returns its number, which
// stands for it in the intervals of a Set resource. The number is good until it is
// released (ReleaseItems), and then for as long as one of a kind would be.
//
// Errors: CodeName, CodeLimit.
func (a *Allocator) InternItem(name string) (uint64, error) {
	if name == "" {
		return 0, errorf(CodeName, "set item: the name is empty")
	}
	n, err := a.kinds.setItems.Intern(name)
	if err != nil {
		return 0, because(CodeLimit, err, "set item %q", name)
	}
	return n, nil
}

// ItemName returns the name of a set item.
//
// Errors: CodeUnknownItem.
func (a *Allocator) ItemName(n uint64) (string, error) {
	name, ok := a.kinds.setItems.Name(n)
	if !ok {
		return "", a.noItem(n)
	}
	return name, nil
}

// noItem is the error about a number that is no set item's.
func (a *Allocator) noItem(n uint64) *Error {
	return errorf(CodeUnknownItem, "set item %d %s", n, notThere(a.kinds.setItems.GivenOut(n)))
}
