// Package linked has what a library or a tool was built with beside this module: the policies of
// other modules (make POLICIES=...), which a Go program passes as alloc.Options.Policies instead.
package linked

import "github.com/apportion/apportion/sorter/policy"

// Policies are added while the program starts, by a file that capi/policies.sh writes.
var Policies []policy.Definition

// ParsePolicy is Parse of these and of those that there are anyway.
func ParsePolicy(text string) (policy.Policy, error) {
	policies, err := policy.NewSet(Policies...)
	if err != nil {
		return "", err
	}
	return policies.Parse(policy.Policy(text))
}
