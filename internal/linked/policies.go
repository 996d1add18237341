// Package linked has what a library or a tool was built with beside this module: the policies of
// other modules (make POLICIES=...), which a Go program passes as alloc.Options.Policies instead.
package linked

import "github.com/apportion/apportion/sorter"

// Policies are added while the program starts, by a file that capi/policies.sh writes.
var Policies []sorter.Definition

// ParsePolicy is Parse of these and of those that there are anyway.
func ParsePolicy(text string) (sorter.Policy, error) {
	policies, err := sorter.NewPolicies(Policies...)
	if err != nil {
		return "", err
	}
	return policies.Parse(text)
}
