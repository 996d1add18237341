package core

import "github.com/apportion/apportion/core/internal/api"

// InternItem interns an item of a set resource and returns its number, which stands for it
// in the intervals of a Set resource. The number is good until ReleaseItems, and then for
// as long as a kind's would be.
//
// Errors: CodeName, CodeLimit.
func (a *Allocator) InternItem(name string) (uint64, error) {
	if name == "" {
		return 0, api.Errorf(CodeName, "set item: the name is empty")
	}
	n, err := a.kinds.SetItems.Intern(name)
	if err != nil {
		return 0, api.Because(CodeLimit, err, "set item %q", name)
	}
	return n, nil
}

// ItemName returns the name of a set item.
//
// Errors: CodeUnknownItem.
func (a *Allocator) ItemName(n uint64) (string, error) {
	name, ok := a.kinds.SetItems.Name(n)
	if !ok {
		return "", a.kinds.NoItem(n)
	}
	return name, nil
}
