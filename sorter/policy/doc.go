// Package policy has the policies by which roles, frameworks and other clients may be ordered, and
// what one writes for a policy of one's own: an [Ordering], and its [Definition] for
// alloc.Options. docs/policies.md says which one to take.
package policy
