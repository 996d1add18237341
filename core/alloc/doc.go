// Package alloc declares what a host passes to an allocator and what it is answered: agents,
// frameworks, roles, kinds and amounts of resources, quotas, policies, offers, options and errors.
// It has no state: package core does the work. A call that is over uses none
// of the slices and pointers that it was passed.
package alloc
