// Package policy has the policies by which roles, frameworks and other clients may be ordered. It
// also has what one needs to write a policy of one's own: an [Ordering], and its [Definition] for
// alloc.Options. docs/policies.md says which policy to take.
package policy
